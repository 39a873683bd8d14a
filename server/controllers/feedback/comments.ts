import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentComment, presentThread } from '../../presenters/feedback/comment.ts';
import type { CommentBody, CommentListQuery } from '../../schemas/feedback/comments.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import { isInsider } from '../../services/feedback/authors.ts';
import * as lists from '../../services/feedback/comments/comment-lists.ts';
import * as comments from '../../services/feedback/comments/comments.ts';
import type { Feedback, FeedbackContext } from '../../services/feedback/feedback.ts';

const FOUND = 'Comments found.';

export const createComment: Handler<unknown, unknown, comments.NewComment, Feedback> = async (ctx, { body }) => {
  const comment = await comments.createComment(ctx, body);
  return envelopedCreated('Comment created.', presentComment(comment, true));
};

export const listComments: Handler<unknown, CommentListQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { parentId, format, ...target } = query;
  if (parentId === undefined && format === 'tree') {
    const { threads, total } = await lists.listThreads(ctx, target);
    return envelopedPage(
      FOUND,
      threads.map((thread) => presentThread(thread, presentTo(ctx))),
      { ...target, total },
    );
  }
  const found = parentId === undefined ? await lists.listComments(ctx, target) : await lists.listReplies(ctx, { ...target, parentId });
  return envelopedPage(FOUND, found.comments.map(presentTo(ctx)), { ...target, total: found.total });
};

export const updateComment: Handler<IdParams, unknown, comments.CommentChanges, Feedback> = async (ctx, { params, body }) => {
  const comment = await comments.editComment(ctx, params.id, body);
  return enveloped('Comment saved.', presentComment(comment, true));
};

export const deleteComment: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  await comments.deleteComment(ctx, params.id);
  return enveloped('Comment deleted.', { id: params.id });
};

function presentTo(ctx: FeedbackContext): (comment: lists.CommentPage['comments'][number]) => CommentBody {
  return (comment) => presentComment(comment, isInsider(ctx, comment.userId));
}
