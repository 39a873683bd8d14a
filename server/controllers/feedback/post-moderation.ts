import { validationError } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedPage } from '../../platform/http/envelope.ts';
import { presentPost } from '../../presenters/feedback/post.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { StatusMove } from '../../schemas/feedback/post-moderation.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import { listPosts, type PostFilterQuery } from '../../services/feedback/posts/post-list.ts';
import { changePostStatus } from '../../services/feedback/posts/post-moderation.ts';

export const listPostsForModeration: Handler<unknown, PostFilterQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { posts, total } = await listPosts(ctx, query);
  const bodies = posts.map((post) => presentPost(post, null));
  return envelopedPage('Posts found.', bodies, { ...query, total });
};

export const setPostStatus: Handler<IdParams, StatusMove, StatusMove, Feedback> = async (ctx, { params, query, body }) => {
  const { status, reason = null } = { ...body, ...query };
  if (status === undefined) throw validationError([{ field: 'status', message: 'status is required, in the query or in the body' }]);
  const post = await changePostStatus(ctx, params.id, { status, reason });
  return enveloped('Status set.', presentPost(post, null));
};
