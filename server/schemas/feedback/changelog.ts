import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { instant, integer, keyText, multilineText, oneOf, patch, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { idField, instantField } from '../../platform/http/input/replies.ts';
import type { ChangelogChanges, ChangelogListQuery, ChangeType, NewChangelogEntry } from '../../services/feedback/plans/changelog.ts';
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
  version: keyText({ max: 64 }).allow(null),
  titleAr: title().allow(null),
  contentAr: content().allow(null),
  linkedPostIds: Joi.array()
    .items(integer(1, Number.MAX_SAFE_INTEGER))
    .max(MAX_LINKS)
    .description('The feature requests that it answers; on a change they replace the previous ones'),
  publishedAt: instant().description('Until then the entry is shown to staff and its creator only; now when not given'),
};

export const ChangelogCreate = Joi.object<NewChangelogEntry, true>({
  title: title().required(),
  content: content().required().description('Markdown'),
  type: type().default('added'),
  ...optional,
});
export const ChangelogPatch = patch<ChangelogChanges, true>({ title: title(), content: content(), type: type(), ...optional });
export const ChangelogQuery = Joi.object<ChangelogListQuery, true>({ ...pageFields, type: type() });

const entry = Joi.object<ChangelogBody, true>({
  id: idField,
  title: Joi.string().required(),
  content: Joi.string().required(),
  version: Joi.string().allow(null).required(),
  type: type().required(),
  titleAr: Joi.string().allow(null).required(),
  contentAr: Joi.string().allow(null).required(),
  publishedAt: instantField,
  linkedPostIds: Joi.array().items(Joi.number().integer().min(1)).max(MAX_LINKS).required(),
  projectId: idField,
  createdBy: authorField,
  createdAt: instantField,
  updatedAt: instantField,
}).id('ChangelogEntry');

export const ChangelogReply = envelopeOf(entry, 'ChangelogReply');
export const ChangelogList = pageOf(entry, 'ChangelogList');
