import Joi, { type StringSchema } from 'joi';
import { ITEM_TYPES } from '../../domain/project-settings.ts';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { multilineText, oneOf, patch } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { CommentsQuery } from '../../services/feedback/comments/comment-lists.ts';
import type { CommentChanges, NewComment } from '../../services/feedback/comments/comments.ts';
import type { EntityType } from '../../services/feedback/comments/threads.ts';
import type { ModerationState } from '../../services/feedback/moderation/decision.ts';
import { authorField, itemId, moderationState, queryItemId } from './fields.ts';

export const entityType = (): StringSchema<EntityType> => oneOf<EntityType>('review', 'post', 'roadmap', 'changelog', ...ITEM_TYPES);
const content = () => multilineText({ max: 5_000 });

export const CommentCreate = Joi.object<NewComment, true>({
  entityType: entityType().required().description('The kind of thing that is commented on.'),
  entityId: itemId().required().description('The id of the thing that is commented on.'),
  content: content().required().description('The text of the comment.'),
  parentId: itemId().allow(null).default(null).description('The comment that this one replies to; null for a comment of the top level.'),
})
  .id('CommentCreate')
  .description('A new comment.');

export const CommentPatch = patch<CommentChanges, true>({ content: content().description('The text of the comment.') })
  .id('CommentPatch')
  .description('The new text of a comment.');

export interface CommentListQuery extends CommentsQuery {
  format: 'tree' | 'flat';
  parentId?: number;
}

export const CommentListQuery = Joi.object<CommentListQuery, true>({
  entityType: entityType().required().description('The kind of thing whose comments are listed.'),
  entityId: queryItemId().required().description('The id of the thing whose comments are listed.'),
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
  moderation?: ModerationState;
}

export interface ReplyBody extends CommentBody {
  replies: ReplyBody[];
}

export interface ThreadBody extends ReplyBody {
  hasMoreReplies: boolean;
}

export const commentFields = {
  id: idField.description('The id of the comment.'),
  entityType: entityType().required().description('The kind of thing that is commented on.'),
  entityId: idField.description('The id of the thing that is commented on.'),
  content: nullableText.description('The text; null for a deleted comment that keeps its place because it has replies.'),
  parentId: idField.allow(null).description('The comment that this one replies to; null on the top level.'),
  userId: authorField.allow(null).description('The author; null for a deleted comment.'),
  isDeleted: flagField.description('Whether the comment was deleted.'),
  editedAt: nullableInstant.description('When its author last changed it; null when that never happened.'),
  repliesCount: countField.description('Direct replies that were not deleted'),
  projectId: idField.description('The project that it belongs to.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
  moderation: moderationState().description('For its author and staff, while not everyone sees it: the state of the comment.'),
};

const CommentBody = Joi.object<CommentBody, true>(commentFields).id('Comment').description('A comment.');

const ReplyBody = Joi.object<ReplyBody, true>({
  ...commentFields,
  replies: Joi.array().items(Joi.link('#CommentReply')).required().description('Oldest first'),
})
  .id('CommentReply')
  .description('A reply with the replies to it.');

const ThreadBody = Joi.object<ThreadBody, true>({
  ...commentFields,
  replies: Joi.array().items(ReplyBody).required().description('Oldest first'),
  hasMoreReplies: flagField.description('Whether the thread has more replies than are shown here'),
})
  .id('CommentThread')
  .description('A comment of the top level with its replies.');

export const CommentEnvelope = envelopeOf(CommentBody, 'CommentEnvelope').description('One comment.');
export const CommentPage = pageOf(Joi.alternatives(ThreadBody, CommentBody), 'CommentPage').description('A page of comments.');
