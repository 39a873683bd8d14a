import { validationError } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentModeratedPost, presentPost } from '../../presenters/feedback/post.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { StatusMove } from '../../schemas/feedback/post-moderation.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import { changePostStatus, postHashOf } from '../../services/feedback/posts/post-moderation.ts';
import { listPostQueue, type PostQueueQuery } from '../../services/feedback/posts/post-queue.ts';

export const listPostsForModeration: Handler<unknown, PostQueueQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { posts, total } = await listPostQueue(ctx, query);
  const bodies = posts.map((post) => presentModeratedPost(post, postHashOf(post)));
  return envelopedPage('Posts found.', bodies, { ...query, total });
};

export const setPostStatus: Handler<IdParams, StatusMove, StatusMove, Feedback> = async (ctx, { params, query, body }) => {
  const { status, reason = null } = { ...body, ...query };
  if (status === undefined) throw validationError([{ field: 'status', message: 'status is required, in the query or in the body' }]);
  const post = await changePostStatus(ctx, params.id, { status, reason });
  return enveloped('Status set.', presentPost(post, { isInsider: true, ownVotes: null }));
};
