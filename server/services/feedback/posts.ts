import { Post, type PostCategory } from '../../../models/feedback/Post.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { execute } from '../../platform/db/sql.ts';
import { findInProject } from '../../platform/db/tenancy.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { auditFeedback } from './audit.ts';
import { isAuthor, requireAuthor, requireAuthorId, requireAuthorOrStaff } from './authors.ts';
import { moveCounts } from './counts.ts';
import { trendingOf } from './post-trending.ts';
import { searchKeyOf } from './search.ts';
import { dropThread } from './threads.ts';

export interface NewPost {
  title: string;
  description: string;
  category: PostCategory;
}

/** Absent leaves. */
export interface PostChanges {
  title?: string;
  description?: string;
  category?: PostCategory;
}

/** Takes a feature request of the caller, which is under review. */
export async function createPost(ctx: Context, values: NewPost): Promise<Post> {
  const { title, description, category } = values;
  const projectId = projectIdOf(ctx);
  return inTransaction(async () => {
    const post = await Post.create({
      projectId,
      title,
      description,
      category,
      status: 'under_review',
      userId: requireAuthorId(ctx),
      trending: trendingOf(0, ctx.now),
      searchKey: searchKeyOf(title, description),
      createdAt: ctx.now,
    });
    await moveCounts(projectId, { [countOf(post)]: 1 });
    return post;
  });
}

/** @throws ApiError 404 `post_not_found` */
export function findPost(ctx: Context, id: number): Promise<Post> {
  return findInProject(Post, projectIdOf(ctx), id, 'post');
}

/** Changes a post of the caller's own, which counts as edited when something is different. @throws ApiError 404 `post_not_found`, 403 `not_owner` */
export async function updatePost(ctx: Context, id: number, changes: PostChanges): Promise<Post> {
  return inTransaction(async () => {
    const post = await lockPost(projectIdOf(ctx), id);
    requireAuthor(ctx, post.userId);
    const before = countOf(post);
    post.set(changes);
    if (post.changed() === false) return post;
    post.set({ searchKey: searchKeyOf(post.title, post.description), editedAt: ctx.now });
    await post.save();
    if (countOf(post) !== before) await moveCounts(post.projectId, { [before]: -1, [countOf(post)]: 1 });
    return post;
  });
}

/**
 * Deletes a post with its comments and votes; roadmap and changelog forget it. Its author may, and staff, which leaves an audit row.
 * @throws ApiError 404 `post_not_found`, 403 `not_owner`
 */
export async function deletePost(ctx: Context, id: number): Promise<void> {
  await inTransaction(async () => {
    const post = await lockPost(projectIdOf(ctx), id);
    requireAuthorOrStaff(ctx, post.userId);
    const liveComments = await dropThread(ctx, 'post', id);
    await unlink(post);
    await post.destroy();
    if (!isAuthor(ctx, post.userId)) await auditDeletion(ctx, post);
    await moveCounts(post.projectId, { [countOf(post)]: -1, comments: -liveComments, votes: -post.votesCount });
  });
}

/** The post as it is now, which stays so until the transaction ends. @throws ApiError 404 `post_not_found` */
export async function lockPost(projectId: number, id: number): Promise<Post> {
  const post = await Post.findOne({ where: { id, projectId }, lock: true });
  if (post === null) throw notFound('post');
  return post;
}

/** The name of the count that has the post in it. */
export function countOf({ status, category }: Pick<Post, 'status' | 'category'>): string {
  return `posts:${status}:${category}`;
}

/** What others keep of a post that goes. */
async function unlink({ projectId, id }: Post): Promise<void> {
  const key = { projectId, id };
  await execute('UPDATE roadmap_items SET post_id = NULL WHERE project_id = :projectId AND post_id = :id', key);
  await execute('DELETE FROM changelog_posts WHERE project_id = :projectId AND post_id = :id', key);
}

function auditDeletion(ctx: Context, { id, userId, title, status }: Post): Promise<void> {
  return auditFeedback(ctx, { action: 'post.deleted', subject: `post:${id}`, details: { userId, title, status } });
}
