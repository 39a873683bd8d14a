import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { instant, integer, line, oneOf, paragraphs, patch } from '../../platform/http/input/fields.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import { idField, instantField } from '../../platform/http/input/replies.ts';
import { authorField } from './fields.ts';

type ChangeType = 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security';

interface Optional {
  version?: string | null;
  titleAr?: string | null;
  contentAr?: string | null;
  linkedPostIds?: number[];
  /** `instant()` makes a Date of the text. */
  publishedAt?: Date;
}

export interface ChangelogCreate extends Optional {
  title: string;
  content: string;
  type: ChangeType;
}

export interface ChangelogPatch extends Optional {
  title?: string;
  content?: string;
  type?: ChangeType;
}

export interface ChangelogQuery extends PageQuery {
  type?: ChangeType;
}

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
const title = () => line({ max: 200 });
const content = () => paragraphs({ max: 20_000 });

const optional = {
  version: line({ max: 64 }).allow(null),
  titleAr: title().allow(null),
  contentAr: content().allow(null),
  linkedPostIds: Joi.array()
    .items(integer(1, Number.MAX_SAFE_INTEGER))
    .max(MAX_LINKS)
    .description('The feature requests that it answers; on a change they take the place of those before'),
  publishedAt: instant().description('Until then the entry is shown to staff and its creator only; now when not given'),
};

export const ChangelogCreate = Joi.object<ChangelogCreate>({
  title: title().required(),
  content: content().required().description('Markdown'),
  type: type().default('added'),
  ...optional,
});
export const ChangelogPatch = patch<ChangelogPatch>({ title: title(), content: content(), type: type(), ...optional });
export const ChangelogQuery = Joi.object<ChangelogQuery>({ ...pageFields, type: type() });

const entry = Joi.object<ChangelogBody>({
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
