import Joi, { type StringSchema } from 'joi';
import { ITEM_TYPES } from '../../domain/project-settings.ts';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { multilineText, oneOf, patch } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { CommentsQuery } from '../../services/feedback/comments/comment-lists.ts';
import type { CommentChanges, NewComment } from '../../services/feedback/comments/comments.ts';
import type { EntityType } from '../../services/feedback/comments/threads.ts';
import { authorField, itemId, queryItemId } from './fields.ts';

const entityType = (): StringSchema<EntityType> => oneOf<EntityType>('review', 'post', 'roadmap', 'changelog', ...ITEM_TYPES);
const content = () => multilineText({ max: 5_000 });

export const CommentCreate = Joi.object<NewComment, true>({
  entityType: entityType().required(),
  entityId: itemId().required(),
  content: content().required(),
  parentId: itemId().allow(null).default(null),
});

export const CommentPatch = patch<CommentChanges, true>({ content: content() });

export interface CommentListQuery extends CommentsQuery {
  format: 'tree' | 'flat';
  parentId?: number;
}

export const CommentListQuery = Joi.object<CommentListQuery, true>({
  entityType: entityType().required(),
  entityId: queryItemId().required(),
  format: oneOf('tree', 'flat')
    .default('tree')
    .description('`tree` pages over top-level comments with their replies nested, `flat` over all comments'),
  parentId: queryItemId().description('Pages over the direct replies to this comment, oldest first, without the replies to those'),
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

const commentFields = {
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

const CommentBody = Joi.object<CommentBody, true>(commentFields).id('Comment');

const ReplyBody = Joi.object<ReplyBody, true>({
  ...commentFields,
  replies: Joi.array().items(Joi.link('#CommentReply')).required().description('Oldest first'),
}).id('CommentReply');

const ThreadBody = Joi.object<ThreadBody, true>({
  ...commentFields,
  replies: Joi.array().items(ReplyBody).required().description('Oldest first'),
  hasMoreReplies: flagField.description('Whether the thread has more replies than are shown here'),
}).id('CommentThread');

export const CommentEnvelope = envelopeOf(CommentBody, 'CommentEnvelope');
export const CommentPage = pageOf(Joi.alternatives(ThreadBody, CommentBody), 'CommentPage');
