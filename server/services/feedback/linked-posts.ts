import { forUpdate, selectRows } from '../../platform/db/sql.ts';

/**
 * Locks the posts that a roadmap item or a changelog entry names, so that none of them is deleted meanwhile; answers whether the project
 * has them all. Belongs before the lock of the item or entry: whoever deletes a post goes on from the post to what names it.
 */
export async function lockLinkedPosts(projectId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await selectRows(`SELECT id FROM posts WHERE project_id = :projectId AND id IN (:ids) ORDER BY id${forUpdate()}`, {
    projectId,
    ids,
  });
  return found.length === ids.length;
}
