import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentModerated } from '../../presenters/feedback/comment.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import * as comments from '../../services/feedback/comments/comment-moderation.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';

export const listCommentsForModeration: Handler<unknown, comments.CommentQueueQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { comments: found, total } = await comments.listCommentQueue(ctx, query);
  const bodies = found.map((comment) => presentModerated(comment, comments.commentHashOf(comment)));
  return envelopedPage('Comments for moderation.', bodies, { ...query, total });
};

export const getCommentForModeration: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const comment = await comments.findModerated(ctx, params.id);
  return enveloped('Comment.', presentModerated(comment, comments.commentHashOf(comment)));
};

export const setCommentStatus: Handler<IdParams, comments.CommentDecision, comments.CommentDecision, Feedback> = async (
  ctx,
  { params, query, body },
) => {
  const comment = await comments.decideComment(ctx, params.id, { ...body, ...query });
  return enveloped(`Comment ${comment.moderation}.`, presentModerated(comment, comments.commentHashOf(comment)));
};
