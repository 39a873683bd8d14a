import Joi from 'joi';
import { oneOf, pattern, searchText } from '../../../platform/http/input/fields.ts';
import { pageFields } from '../../../platform/http/input/page.ts';
import {
  countField,
  flagField,
  idField,
  instantField,
  nullableInstant,
  nullableText,
  textField,
} from '../../../platform/http/input/replies.ts';
import type { ModeratedType } from '../../../services/feedback/moderation/decisions.ts';
import { MAX_COUNTED } from '../../../services/feedback/moderation/queue/author-records.ts';
import type { QueueQuery } from '../../../services/feedback/moderation/queue/queue.ts';
import { CURSOR } from '../../../services/feedback/moderation/queue/queue-place.ts';
import type { QueueReason } from '../../../services/feedback/moderation/queue/queue-places.ts';
import { moderatedType } from '../decisions.ts';
import { authorField, contentHash, queueFilters } from '../fields.ts';
import { ReportCounts, type ReportCountsBody } from '../reports.ts';

/** The query as it is sent: the kinds are one text. */
export interface QueueInput extends Omit<QueueQuery, 'kinds'> {
  readonly kinds?: string;
}

const KIND_LIST = /^(?:review|comment|post)(?:,(?:review|comment|post))*$/;
const reason = () => oneOf<QueueReason>('pending', 'reported');

export const QueueQueryInput = Joi.object<QueueInput>({
  kinds: pattern(KIND_LIST, 'review, comment and post, separated by commas').description('Only these kinds, separated by commas.'),
  reason: reason().description('Only what was `reported`, or only what is `pending` without open reports.'),
  q: searchText({ max: 100 }).description('Words of the texts, or of the name or e-mail of a guest, all of which must be found.'),
  ...queueFilters,
  cursor: pattern(CURSOR, 'the `next` of a page').description('The `next` of the page before.'),
  limit: pageFields.limit,
});

export interface QueueEntryBody {
  kind: ModeratedType;
  id: number;
  reason: QueueReason;
  status: string;
  title: string | null;
  text: string | null;
  rating: number | null;
  images: string[];
  language: string | null;
  contentHash: string;
  author: {
    id: string;
    name: string | null;
    isGuest: boolean;
    isErased: boolean;
    createdAt: string | null;
    removed: number;
    reported: number;
    blockedBy: number;
  };
  about: { type: string; id: number; title: string | null } | null;
  reports: { count: number; reasons: ReportCountsBody; firstAt: string } | null;
  createdAt: string;
  waitingSince: string;
}

const upTo = `, up to ${MAX_COUNTED}`;

const Author = Joi.object<QueueEntryBody['author'], true>({
  id: authorField.description('A UUID, `operator:<id>`, `guest:<email>`, or `deleted`.'),
  name: nullableText.description('The name of the user, operator or guest; null without one.'),
  isGuest: flagField.description('Whether it was written without an account.'),
  isErased: flagField.description('Whether the account is erased.'),
  createdAt: nullableInstant.description('Since when there is the account; null without one.'),
  removed: countField.description(`The number of texts of the author that are rejected or removed${upTo}.`),
  reported: countField.description(`The number of texts of the author that were reported${upTo}.`),
  blockedBy: countField.description(`The number of users who block the author${upTo}.`),
})
  .id('QueueAuthor')
  .description('The author, with what a moderator should know.');

const About = Joi.object<NonNullable<QueueEntryBody['about']>, true>({
  type: textField.description('The kind of the record or item.'),
  id: idField.description('The id of the record or item.'),
  title: nullableText.description('The title of the record; null for an item, which another system stores.'),
})
  .id('QueueAbout')
  .description('The item of a review, or what a comment is on.');

const Reports = Joi.object<NonNullable<QueueEntryBody['reports']>, true>({
  count: countField.description('The number of users who reported it.'),
  reasons: ReportCounts,
  firstAt: instantField.description('The time of the first report.'),
})
  .id('QueueReports')
  .description('The open reports.');

const QueueEntry = Joi.object<QueueEntryBody, true>({
  kind: moderatedType().required().description('The kind of the content.'),
  id: idField.description('The id of the content.'),
  reason: reason().required().description('Why it waits: with open reports `reported`.'),
  status: oneOf('pending', 'approved', 'rejected', 'visible', 'hidden', 'removed')
    .required()
    .description('The status of a review, or the moderation state of a comment or post.'),
  title: nullableText.description('The title of a review or post.'),
  text: nullableText.description('The text of the review or comment, or the description of the post.'),
  rating: Joi.number().integer().allow(null).required().description('The rating of a review.'),
  images: Joi.array().items(Joi.string()).required().description('Addresses of the pictures of a review.'),
  language: nullableText.description('The language of the author’s account; null without an account of a user.'),
  contentHash: contentHash().required().description('Names this text in a decision.'),
  author: Author.required(),
  about: About.allow(null).required(),
  reports: Reports.allow(null).required(),
  createdAt: instantField.description('When it was created.'),
  waitingSince: instantField.description('Since when it is pending, or when it was first reported, whichever is earlier.'),
})
  .id('QueueEntry')
  .description('Content that waits for a moderator.');

export const QueuePageReply = Joi.object({
  success: flagField.description('Always true.'),
  message: textField.description('What happened, for people.'),
  data: Joi.array().items(QueueEntry).required().description('What waits longest comes first.'),
  next: Joi.string().allow(null).required().description('The `cursor` of the next page; null on the last one.'),
})
  .id('QueuePage')
  .description('Content that waits for a moderator.');
