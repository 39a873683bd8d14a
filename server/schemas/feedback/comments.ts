import Joi, { type StringSchema } from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { oneOf, paragraphs, patch } from '../../platform/http/input/fields.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { authorField, ITEM_TYPES, itemId, queryItemId } from './fields.ts';

type EntityType = 'review' | 'post' | 'roadmap' | 'changelog' | ItemType;

const entityType = (): StringSchema<EntityType> => oneOf<EntityType>('review', 'post', 'roadmap', 'changelog', ...ITEM_TYPES);
const content = () => paragraphs({ max: 5_000 });

export interface CommentCreate {
  entityType: EntityType;
  entityId: number;
  content: string;
  parentId: number | null;
}

export const CommentCreate = Joi.object<CommentCreate>({
  entityType: entityType().required(),
  entityId: itemId().required(),
  content: content().required(),
  parentId: itemId().allow(null).default(null),
});

export interface CommentPatch {
  content?: string;
}

export const CommentPatch = patch<CommentPatch>({ content: content() });

export interface CommentListQuery extends PageQuery {
  entityType: EntityType;
  entityId: number;
  format: 'tree' | 'flat';
  parentId?: number;
}

export const CommentListQuery = Joi.object<CommentListQuery>({
  entityType: entityType().required(),
  entityId: queryItemId().required(),
  format: oneOf('tree', 'flat')
    .default('tree')
    .description('`tree` pages over top-level comments with their replies nested, `flat` over all comments'),
  parentId: queryItemId().description('Pages over the direct replies to this comment, oldest first, without what hangs below them'),
  ...pageFields,
});

export interface CommentBody {
  id: number;
  entityType: string;
  entityId: number;
  /** null for a tombstone, as is the author. */
  content: string | null;
  parentId: number | null;
  userId: string | null;
  isDeleted: boolean;
  editedAt: string | null;
  repliesCount: number;
  projectId: number;
  createdAt: string;
  updatedAt: string;
}

export interface ReplyBody extends CommentBody {
  replies: ReplyBody[];
}

export interface ThreadBody extends ReplyBody {
  hasMoreReplies: boolean;
}

const shown = {
  id: idField,
  entityType: entityType().required(),
  entityId: idField,
  content: nullableText,
  parentId: idField.allow(null),
  userId: authorField.allow(null),
  isDeleted: flagField,
  editedAt: nullableInstant,
  repliesCount: countField.description('Direct replies that were not deleted'),
  projectId: idField,
  createdAt: instantField,
  updatedAt: instantField,
};

const CommentBody = Joi.object<CommentBody>(shown).id('Comment');

const ReplyBody = Joi.object<ReplyBody>({
  ...shown,
  replies: Joi.array().items(Joi.link('#CommentReply')).required().description('Oldest first'),
}).id('CommentReply');

const ThreadBody = Joi.object<ThreadBody>({
  ...shown,
  replies: Joi.array().items(ReplyBody).required().description('Oldest first'),
  hasMoreReplies: flagField.description('Whether more hangs below it than is shown here'),
}).id('CommentThread');

export const CommentEnvelope = envelopeOf(CommentBody, 'CommentEnvelope');
export const CommentPage = pageOf(Joi.alternatives(ThreadBody, CommentBody), 'CommentPage');
