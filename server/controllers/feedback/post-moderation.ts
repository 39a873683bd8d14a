import { validationError } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedPage } from '../../platform/http/envelope.ts';
import { presentPost } from '../../presenters/feedback/post.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { ModerationQuery, StatusMove } from '../../schemas/feedback/post-moderation.ts';
import { listPosts } from '../../services/feedback/post-list.ts';
import { movePost } from '../../services/feedback/post-moderation.ts';

export const listForModeration: Handler<unknown, ModerationQuery, unknown> = async (ctx, { query }) => {
  const { posts, total } = await listPosts(ctx, query);
  const bodies = posts.map((post) => presentPost(post, null));
  return envelopedPage('Posts found.', bodies, { ...query, total });
};

export const moveStatus: Handler<IdParams, StatusMove, StatusMove> = async (ctx, { params, query, body }) => {
  const { status, reason = null } = { ...body, ...query };
  if (status === undefined) throw validationError([{ field: 'status', message: 'status is required, in the query or in the body' }]);
  const post = await movePost(ctx, params.id, { status, reason });
  return enveloped('Status set.', presentPost(post, null));
};
