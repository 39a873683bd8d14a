import { IndexHints } from 'sequelize';
import { Post } from '../../../../models/feedback/Post.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';

/**
 * Locks the posts that a roadmap item or a changelog entry names, so that they cannot be deleted meanwhile. Resolves to whether the
 * project has all of them. Call it before locking the item or entry: deleting a post also locks the post first, and another order could
 * cause a deadlock.
 */
export async function lockLinkedPosts(db: Database, projectId: number, ids: readonly number[]): Promise<boolean> {
  return (await lockPosts(db, projectId, ids)).length === ids.length;
}

/** A locked post, with its revision and the fields that its counter depends on. */
export type LockedPost = Pick<Post, 'id' | 'status' | 'category' | 'moderation' | 'revision'>;

/** Those of the posts that the project has, locked in the order of their ids. */
export async function lockPosts(db: Database, projectId: number, ids: readonly number[]): Promise<LockedPost[]> {
  if (ids.length === 0) return [];
  const where = withIds(projectId, ids);
  const indexHints = [{ type: IndexHints.FORCE, values: ['PRIMARY'] }];
  const attributes = ['id', 'status', 'category', 'moderation', 'revision'] as const;
  return db.model(Post).findAll({ attributes: [...attributes], where, order: [['id', 'ASC']], lock: true, raw: true, indexHints });
}
