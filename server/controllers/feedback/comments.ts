import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/envelope.ts';
import { presentComment, presentThread } from '../../presenters/feedback/comment.ts';
import type { CommentCreate, CommentListQuery, CommentPatch } from '../../schemas/feedback/comments.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import * as lists from '../../services/feedback/comment-lists.ts';
import * as comments from '../../services/feedback/comments.ts';

const FOUND = 'Comments found.';

export const createComment: Handler<unknown, unknown, CommentCreate> = async (ctx, { body }) => {
  const comment = await comments.createComment(ctx, body);
  return envelopedCreated('Comment created.', presentComment(comment));
};

export const listComments: Handler<unknown, CommentListQuery, unknown> = async (ctx, { query }) => {
  const { parentId, format, ...asked } = query;
  if (parentId === undefined && format === 'tree') {
    const { threads, total } = await lists.listThreads(ctx, asked);
    return envelopedPage(FOUND, threads.map(presentThread), { ...asked, total });
  }
  const found = parentId === undefined ? await lists.listComments(ctx, asked) : await lists.listReplies(ctx, { ...asked, parentId });
  return envelopedPage(FOUND, found.comments.map(presentComment), { ...asked, total: found.total });
};

export const editComment: Handler<IdParams, unknown, CommentPatch> = async (ctx, { params, body }) => {
  const comment = await comments.editComment(ctx, params.id, body);
  return enveloped('Comment saved.', presentComment(comment));
};

export const deleteComment: Handler<IdParams, unknown, unknown> = async (ctx, { params }) => {
  await comments.deleteComment(ctx, params.id);
  return enveloped('Comment deleted.', { id: params.id });
};
