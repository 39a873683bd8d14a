// Raw SQL: one upsert stores a choice, and one adds the commenters of a batch.
import type { Comment } from '../../../../models/feedback/Comment.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ensureRows, replaceRow } from '../../../platform/db/statements/sql.ts';

/**
 * The author and the voters of a post follow it without a row. A row stores the choice of a user, which a later vote or comment does not
 * change, or that the user has commented.
 */

const TABLE = 'post_subscriptions';
const KEY = ['post_id', 'user_id'] as const;

export interface Choice {
  readonly projectId: number;
  readonly postId: number;
  readonly userId: string;
  readonly isSubscribed: boolean;
}

/** Stores the choice of a user. Call it in the transaction that locked the post. */
export function storeChoice(db: Database, { projectId, postId, userId, isSubscribed }: Choice, now: Date): Promise<void> {
  return replaceRow(db, TABLE, KEY, {
    post_id: postId,
    user_id: userId,
    project_id: projectId,
    is_subscribed: isSubscribed,
    created_at: now,
  });
}

/**
 * Makes the authors of new comments follow the posts that they commented on, unless they have unsubscribed. Call it in the transaction that
 * locked the posts.
 */
export function followCommented(db: Database, projectId: number, comments: readonly Comment[]): Promise<void> {
  const rows = comments.flatMap(({ entityType, entityId, userId, createdAt }) =>
    entityType === 'post' && userId !== null
      ? [{ post_id: entityId, user_id: userId, project_id: projectId, is_subscribed: true, created_at: createdAt }]
      : [],
  );
  return ensureRows(db, TABLE, KEY, rows.sort(byKey));
}

function byKey(left: { post_id: number; user_id: string }, right: { post_id: number; user_id: string }): number {
  return left.post_id - right.post_id || (left.user_id < right.user_id ? -1 : 1);
}
