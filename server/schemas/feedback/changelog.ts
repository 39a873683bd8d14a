import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import {
  boolean,
  instant,
  integer,
  keyText,
  multilineText,
  oneOf,
  patch,
  queryBoolean,
  singleLineText,
} from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type { ChangelogChanges, ChangelogListQuery, ChangeType, NewChangelogEntry } from '../../services/feedback/plans/changelog.ts';
import type { PublicationReach } from '../../services/feedback/plans/changelog-dry-run.ts';
import { authorField } from './fields.ts';

export interface ChangelogBody {
  id: number;
  title: string;
  content: string;
  version: string | null;
  type: ChangeType;
  titleAr: string | null;
  contentAr: string | null;
  publishedAt: string;
  linkedPostIds: number[];
  announce: boolean;
  projectId: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

const MAX_LINKS = 50;

const type = () => oneOf<ChangeType>('added', 'changed', 'deprecated', 'removed', 'fixed', 'security');
const title = () => singleLineText({ max: 200 });
const content = () => multilineText({ max: 20_000 });

const optional = {
  version: keyText({ max: 64 }).allow(null).description('The version that the change came with.'),
  titleAr: title().allow(null).description('The title in Arabic.'),
  contentAr: content().allow(null).description('The text in Arabic, as Markdown.'),
  linkedPostIds: Joi.array()
    .items(integer(1, Number.MAX_SAFE_INTEGER))
    .max(MAX_LINKS)
    .description(
      'The feature requests that it answers; on a change they replace the previous ones. Those of a new entry of staff become completed',
    ),
  publishedAt: instant().description('Until then the entry is shown to staff and its creator only; now when not given'),
};

export interface ChangelogDryRunQuery {
  dryRun: boolean;
}

export const ChangelogDryRunQuery = Joi.object<ChangelogDryRunQuery, true>({
  dryRun: queryBoolean().default(false).description('Answers whom the publication would reach, with status 200, and writes nothing.'),
});

export const ChangelogDryRunBody = Joi.object<PublicationReach, true>({
  posts: countField.description('The linked posts that become completed.'),
  subscribers: countField.description('The authors, voters and subscribers of the linked posts; at least 30,000 of them are counted.'),
  mails: countField.description('Those of them who get a mail.'),
  inbox: countField.description('The users who get the entry in the inbox; an announced one is for everybody.'),
})
  .id('ChangelogDryRun')
  .description('The effect of the publication.');

export const ChangelogCreate = Joi.object<NewChangelogEntry, true>({
  title: title().required().description('The title of the entry.'),
  content: content().required().description('Markdown'),
  type: type().default('added').description('The kind of change.'),
  announce: boolean()
    .default(false)
    .description('Shows the entry in the inbox of everybody who is registered when it is published; for admins only.'),
  ...optional,
})
  .id('ChangelogCreate')
  .description('A new entry of the changelog.');
export const ChangelogPatch = patch<ChangelogChanges, true>({
  title: title().description('The title of the entry.'),
  content: content().description('Markdown'),
  type: type().description('The kind of change.'),
  ...optional,
})
  .id('ChangelogPatch')
  .description('The changes of an entry; absent fields stay.');
export const ChangelogQuery = Joi.object<ChangelogListQuery, true>({
  ...pageFields,
  type: type().description('Only entries of this kind.'),
});

const entry = Joi.object<ChangelogBody, true>({
  id: idField.description('The id of the entry.'),
  title: Joi.string().required().description('The title of the entry.'),
  content: Joi.string().required().description('The text, as Markdown.'),
  version: Joi.string().allow(null).required().description('The version that the change came with.'),
  type: type().required().description('The kind of change.'),
  titleAr: Joi.string().allow(null).required().description('The title in Arabic.'),
  contentAr: Joi.string().allow(null).required().description('The text in Arabic, as Markdown.'),
  publishedAt: instantField.description('When everyone can see the entry.'),
  linkedPostIds: Joi.array()
    .items(Joi.number().integer().min(1))
    .max(MAX_LINKS)
    .required()
    .description('The feature requests that it answers.'),
  announce: flagField.description('Whether everybody who was registered at its publication has it in the inbox.'),
  projectId: idField.description('The project that it belongs to.'),
  createdBy: authorField.description('The author, such as `operator:7`.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('ChangelogEntry')
  .description('An entry of the changelog.');

export const ChangelogReply = envelopeOf(entry, 'ChangelogReply').description('One entry of the changelog.');
export const ChangelogList = pageOf(entry, 'ChangelogList').description('A page of the changelog.');
