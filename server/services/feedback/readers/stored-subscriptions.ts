// Raw SQL: one upsert stores a choice, and one adds the commenters of a batch.
import type { Comment } from '../../../../models/feedback/Comment.ts';
import { PostSubscription } from '../../../../models/feedback/PostSubscription.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute, replaceRow } from '../../../platform/db/statements/sql.ts';

/**
 * The author and the voters of a post follow it without a row. A row stores the choice of a user, which a later vote or comment does not
 * change, that the user has commented, or that the user has stopped the mails.
 */

const TABLE = 'post_subscriptions';
const KEY = ['post_id', 'user_id'] as const;

/** A user and a post. */
export interface PostReader {
  readonly projectId: number;
  readonly postId: number;
  readonly userId: string;
}

/** The id of the post of a subject such as `post:12`; null for any other subject. */
export function postOf(subject: string): number | null {
  const [, id] = /^post:(\d+)$/.exec(subject) ?? [];
  return id === undefined ? null : Number(id);
}

/** Whether the user follows the post and gets mails about it. `isAutomatic`: as its author or voter, if there is no choice. */
export async function isMailed(db: Database, reader: PostReader, isAutomatic: boolean): Promise<boolean> {
  const row = await db.model(PostSubscription).findOne({ attributes: ['isSubscribed', 'isMailed'], where: { ...reader } });
  return row === null ? isAutomatic : row.isMailed && (row.isSubscribed ?? isAutomatic);
}

/** Stores that the user follows the post or no longer does. Call it in the transaction that locked the post. */
export function storeChoice(db: Database, reader: PostReader, isSubscribed: boolean, now: Date): Promise<void> {
  return replaceRow(db, TABLE, KEY, { ...rowOf(reader), is_subscribed: isSubscribed, is_mailed: true, created_at: now });
}

/** Stores that the user gets no mails about the post, but follows it as before. Call it in the transaction that locked the post. */
export function stopMailsOf(db: Database, reader: PostReader, now: Date): Promise<void> {
  return replaceRow(db, TABLE, KEY, { ...rowOf(reader), is_mailed: false, created_at: now });
}

/**
 * Makes the authors of new comments follow the posts that they commented on, unless they have unsubscribed. Call it in the transaction that
 * locked the posts.
 */
export async function followCommented(db: Database, projectId: number, comments: readonly Comment[]): Promise<void> {
  const values = comments
    .flatMap(({ entityType, entityId, userId, createdAt }) =>
      entityType === 'post' && userId !== null ? [[entityId, userId, projectId, true, createdAt] as const] : [],
    )
    .sort(([leftPost, leftUser], [rightPost, rightUser]) => leftPost - rightPost || (leftUser < rightUser ? -1 : 1));
  if (values.length === 0) return;
  const onDuplicate = db.isMySql ? 'ON DUPLICATE KEY UPDATE' : 'ON CONFLICT (post_id, user_id) DO UPDATE SET';
  await execute(
    db,
    `INSERT INTO post_subscriptions (post_id, user_id, project_id, is_subscribed, created_at) VALUES :values
     ${onDuplicate} is_subscribed = COALESCE(post_subscriptions.is_subscribed, 1)`,
    { values },
  );
}

function rowOf({ projectId, postId, userId }: PostReader): { post_id: number; user_id: string; project_id: number } {
  return { post_id: postId, user_id: userId, project_id: projectId };
}
