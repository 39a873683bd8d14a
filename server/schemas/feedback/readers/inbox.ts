import Joi from 'joi';
import { boolean, cappedInteger, instant, keyText, pattern } from '../../../platform/http/input/fields.ts';
import { countField, idField, instantField, nullableInstant, textField } from '../../../platform/http/input/replies.ts';
import { CURSOR, type InboxQuery as InboxQueryInput } from '../../../services/feedback/inbox/inbox.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export const InboxQuery = Joi.object<InboxQueryInput, true>({
  cursor: pattern(CURSOR, 'the `next` of the page before').description('The `next` of the page before; the first page without it.'),
  limit: cappedInteger(1, MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .description(`At most ${MAX_LIMIT}; more counts as ${MAX_LIMIT}. Ask with 1 for a badge: \`unread\` counts the whole inbox.`),
});

export interface InboxParams {
  id: string;
}

export const InboxParams = Joi.object<InboxParams, true>({
  id: keyText({ max: 40 }).required().description('The `id` of the item.'),
});

export interface InboxRead {
  read: true;
}

export const InboxRead = Joi.object<InboxRead, true>({
  read: boolean().valid(true).required().description('Always true: an item that was read stays read.'),
})
  .id('InboxRead')
  .description('Marks an item as read.');

export interface InboxReadAll {
  before?: Date;
}

export const InboxReadAll = Joi.object<InboxReadAll, true>({
  before: instant().description('Only items of this time or earlier, such as the `createdAt` of the first item shown; all when not given.'),
})
  .id('InboxReadAll')
  .description('Which items to mark as read.');

export interface InboxItemBody {
  id: string;
  type: string;
  title: string;
  text: string;
  language: 'en' | 'ar';
  dir: 'ltr' | 'rtl';
  target: { type: string; id: number } | null;
  createdAt: string;
  readAt: string | null;
}

const InboxItemBody = Joi.object<InboxItemBody, true>({
  id: textField.description('The id of the item, for marking it as read.'),
  type: textField.description('The kind of item, such as `post.status`. Ignore kinds that you do not know.'),
  title: textField.description('The present title of the target, or words for it.'),
  text: textField.description('What happened, in one or two sentences.'),
  language: Joi.string().valid('en', 'ar').required().description('The language of the words: that of the user.'),
  dir: Joi.string().valid('ltr', 'rtl').required().description('The direction of the words.'),
  target: Joi.object({
    type: textField.description('`post`, `review`, `comment` or `changelog`.'),
    id: idField.description('The id of the record.'),
  })
    .allow(null)
    .required()
    .description('The record that it is about; null when it was deleted.'),
  createdAt: instantField.description('When it happened.'),
  readAt: nullableInstant.description('When the user read it; null before.'),
})
  .id('InboxItem')
  .description('One message to a user.');

const success = {
  success: Joi.valid(true).required().description('Always true.'),
  message: Joi.string().required().description('What happened, for people; the wording may change.'),
};
const unread = countField.description('The unread items of the whole inbox; 1000 means 1000 or more.');

export const InboxList = Joi.object({
  ...success,
  data: Joi.array().items(InboxItemBody).required().description('The items of this page, newest first.'),
  unread,
  next: Joi.string().allow(null).required().description('The `cursor` of the next page; null on the last one.'),
})
  .id('InboxList')
  .description('A page of the inbox.');

export const UnreadReply = Joi.object({ ...success, unread })
  .id('Unread')
  .description('What is left to read.');
