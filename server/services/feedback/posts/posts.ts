import { ChangelogLink } from '../../../../models/feedback/ChangelogLink.ts';
import { Post } from '../../../../models/feedback/Post.ts';
import { RoadmapItem } from '../../../../models/feedback/RoadmapItem.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { findInProject } from '../../../platform/db/tenancy/models.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { NewEvent } from '../../../platform/outgoing/record.ts';
import { auditFeedback } from '../audit.ts';
import { isAuthor, isInsider, requireAuthor, requireAuthorId, requireAuthorOrStaff } from '../authors.ts';
import { dropThread } from '../comments/threads.ts';
import { incrementCounters } from '../counts/counts.ts';
import { postDigest } from '../duplicates/content-digest.ts';
import { saveDigested } from '../duplicates/insert-originals.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteDeleted } from '../inbox/own-content.ts';
import { endCases } from '../moderation/ended-cases.ts';
import { isRefused, postAttempt } from '../moderation/refusals.ts';
import { judgeAnew } from '../moderation/report-cases.ts';
import { hasBlockedWords } from '../moderation/word-filter.ts';
import { recordEvent } from '../outgoing.ts';
import { searchKeyOf } from '../search.ts';
import { counterOf } from './post-batch.ts';
import { removePostWords, replacePostWords } from './post-words.ts';

export type { PostCategory, PostStatus } from '../../../../models/feedback/Post.ts';

export type NewPost = Pick<Post, 'title' | 'description' | 'category'>;

export type PostChanges = Partial<NewPost>;

/**
 * Creates a post of the caller, with the status `under_review`. It waits for a moderator if it has a blocked word or was refused before.
 * @throws ApiError 409 `duplicate_content` for a text that the caller posted in the last 24 hours
 */
export async function createPost(ctx: FeedbackContext, values: NewPost): Promise<Post> {
  const searchKey = searchKeyOf(values.title, values.description);
  const userId = requireAuthorId(ctx);
  const moderation = (await hasBlockedWords(ctx, [values.title, values.description])) ? 'pending' : 'visible';
  const contentDigest = postDigest({ ...values, userId });
  const draft = { ...values, userId, searchKey, contentDigest, moderation, createdAt: ctx.now } as const;
  return ctx.service.writes.posts.add(projectIdOf(ctx), draft);
}

/** The post, if everyone sees it or the caller is its author or staff. @throws ApiError 404 `post_not_found` */
export async function findPost(ctx: FeedbackContext, id: number): Promise<Post> {
  const post = await findInProject(ctx.db.model(Post), projectIdOf(ctx), id, 'post');
  requireShown(ctx, post);
  return post;
}

/**
 * Changes a post of the caller. `editedAt` is set when a value differs, and a visible post then waits as a new one does.
 * @throws ApiError 404 `post_not_found`, 403 `not_owner`
 */
export async function updatePost(ctx: FeedbackContext, id: number, changes: PostChanges): Promise<Post> {
  return inTransaction(ctx.db, async () => {
    const post = await lockShownPost(ctx, id);
    requireAuthor(ctx, post.userId);
    const before = counterOf(post);
    const eventBefore = shownFields(post);
    post.set(changes);
    if (post.changed() === false) return post;
    const changed = post.changed() || [];
    post.set({ searchKey: searchKeyOf(post.title, post.description), contentDigest: postDigest(post), editedAt: ctx.now });
    const texts = [changes.title ?? null, changes.description ?? null];
    if (post.moderation === 'visible' && ((await hasBlockedWords(ctx, texts)) || (await isRefused(ctx, postAttempt(post)))))
      post.set({ moderation: 'pending', pendingSince: ctx.now });
    const hasNewTitle = post.changed('title');
    await saveDigested(ctx.db, post);
    if (hasNewTitle) await replacePostWords(ctx.db, post);
    await judgeAnew(ctx, { entityType: 'post', entityId: id });
    await recordPost(ctx, post, { type: 'post.updated', data: { before: eventBefore, after: shownFields(post), changed } });
    if (counterOf(post) !== before) await incrementCounters(ctx.db, post.projectId, { [before]: -1, [counterOf(post)]: 1 });
    return post;
  });
}

/**
 * Deletes a post with its comments and votes, and the links to it from roadmap and changelog. Authors delete their own posts, staff delete
 * any post; deleting the post of another author adds an audit row.
 * @throws ApiError 404 `post_not_found`, 403 `not_owner`
 */
export async function deletePost(ctx: FeedbackContext, id: number): Promise<void> {
  await inTransaction(ctx.db, async () => {
    const post = await lockShownPost(ctx, id);
    requireAuthorOrStaff(ctx, post.userId);
    const comments = await dropThread(ctx, 'post', id);
    await removeLinksTo(ctx.db, post);
    await removePostWords(ctx.db, post);
    await post.destroy();
    await endCases(ctx.db, post.projectId, 'post', [id]);
    post.revision += 1;
    if (isAuthor(ctx, post.userId)) await recordPost(ctx, post, { type: 'post.deleted', data: { before: shownFields(post) } });
    else {
      await auditDeletion(ctx, post);
      await noteDeleted(ctx, { type: 'post', id, projectId: post.projectId, userId: post.userId });
    }
    await incrementCounters(ctx.db, post.projectId, { [counterOf(post)]: -1, ...comments, votes: -post.votesCount });
    await incrementDays(ctx.db, post.projectId, [{ at: post.createdAt, posts: -1 }]);
  });
}

/** The post, locked until the transaction ends. @throws ApiError 404 `post_not_found` */
export async function lockPost(db: Database, projectId: number, id: number): Promise<Post> {
  const post = await db.model(Post).findOne({ where: { id, projectId }, lock: true });
  if (post === null) throw notFound('post');
  return post;
}

/** The post, locked until the transaction ends, if the caller may see it. @throws ApiError 404 `post_not_found` */
export async function lockShownPost(ctx: FeedbackContext, id: number): Promise<Post> {
  const post = await lockPost(ctx.db, projectIdOf(ctx), id);
  requireShown(ctx, post);
  return post;
}

/** A caller who may not see a post gets 404 for every operation on it. @throws ApiError 404 `post_not_found` */
function requireShown(ctx: FeedbackContext, post: Post): void {
  if (post.moderation !== 'visible' && !isInsider(ctx, post.userId)) throw notFound('post');
}

/** `silent` keeps `updatedAt`: a roadmap item that loses its post does not count as edited. */
async function removeLinksTo(db: Database, { projectId, id: postId }: Post): Promise<void> {
  await db.model(RoadmapItem).update({ postId: null }, { where: { projectId, postId }, silent: true });
  await db.model(ChangelogLink).destroy({ where: { projectId, postId } });
}

function auditDeletion(ctx: FeedbackContext, { id, userId, title, status, category, revision }: Post): Promise<void> {
  const details = { before: { userId, title, status, category } };
  return auditFeedback(ctx, { action: 'post.deleted', subject: `post:${id}`, details, revision });
}

function recordPost(ctx: FeedbackContext, { id, revision }: Post, event: Pick<NewEvent, 'type' | 'data'>): Promise<void> {
  return recordEvent(ctx, { ...event, subject: `post:${id}`, revision });
}

/** The fields that events show. */
function shownFields({ category, status }: Post): Pick<Post, 'category' | 'status'> {
  return { category, status };
}
