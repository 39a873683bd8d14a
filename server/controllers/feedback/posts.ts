import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentModeratedPost, presentPost } from '../../presenters/feedback/post.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import { isInsider, isStaff } from '../../services/feedback/authors.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import * as list from '../../services/feedback/posts/post-list.ts';
import { postHashOf } from '../../services/feedback/posts/post-moderation.ts';
import * as posts from '../../services/feedback/posts/posts.ts';
import * as similar from '../../services/feedback/posts/similar-posts.ts';
import { findOwnVotes } from '../../services/feedback/posts/votes.ts';
import { isSubscribed } from '../../services/feedback/readers/post-subscriptions.ts';

export const createPost: Handler<unknown, unknown, posts.NewPost, Feedback> = async (ctx, { body }) => {
  const post = await posts.createPost(ctx, body);
  return envelopedCreated('Post created.', presentPost(post, { isInsider: true, ownVotes: new Set() }));
};

export const listPosts: Handler<unknown, list.PostListQuery, unknown, Feedback> = async (ctx, { query }) => {
  const found = await list.listPosts(ctx, query);
  const ownVotes = await findOwnVotes(ctx, found.posts);
  const bodies = found.posts.map((post) => presentPost(post, { isInsider: isInsider(ctx, post.userId), ownVotes }));
  return envelopedPage('Posts found.', bodies, { ...query, total: found.total });
};

export const listSimilarPosts: Handler<unknown, similar.SimilarQuery, unknown, Feedback> = async (ctx, { query }) =>
  enveloped('Similar posts found.', await similar.listSimilarPosts(ctx, query));

export const getPost: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const post = await posts.findPost(ctx, params.id);
  const ownVotes = await findOwnVotes(ctx, [post]);
  const reader = { ownVotes, isSubscribed: await isSubscribed(ctx, post, ownVotes) };
  if (isStaff(ctx)) return enveloped('Post found.', presentModeratedPost(post, postHashOf(post), reader));
  return enveloped('Post found.', presentPost(post, { ...reader, isInsider: isInsider(ctx, post.userId) }));
};

export const updatePost: Handler<IdParams, unknown, posts.PostChanges, Feedback> = async (ctx, { params, body }) => {
  const post = await posts.updatePost(ctx, params.id, body);
  return enveloped('Post updated.', presentPost(post, { isInsider: true, ownVotes: await findOwnVotes(ctx, [post]) }));
};

export const deletePost: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  await posts.deletePost(ctx, params.id);
  return enveloped('Post deleted.', { id: params.id });
};
