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
  if (ids.length === 0) return true;
  const where = withIds(projectId, ids);
  const indexHints = [{ type: IndexHints.FORCE, values: ['PRIMARY'] }];
  const found = await db.model(Post).findAll({ attributes: ['id'], where, order: [['id', 'ASC']], lock: true, raw: true, indexHints });
  return found.length === ids.length;
}
