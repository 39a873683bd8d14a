import { execute, selectRows } from '../../platform/db/sql.ts';

/** The posts that changelog entries link to, which stand in `changelog_posts`. */

/** The ids of the linked posts by entry, ascending; one statement for all entries, and none for no entries. */
export async function readLinks(projectId: number, entryIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const links = new Map<number, number[]>(entryIds.map((id) => [id, []]));
  if (entryIds.length === 0) return links;
  const rows = await selectRows<{ entry_id: number; post_id: number }>(
    'SELECT entry_id, post_id FROM changelog_posts WHERE project_id = :projectId AND entry_id IN (:entryIds) ORDER BY entry_id, post_id',
    { projectId, entryIds },
  );
  for (const { entry_id, post_id } of rows) links.get(entry_id)?.push(post_id);
  return links;
}

/** Belongs into a transaction that has the posts locked. */
export async function addLinks({ projectId, id }: { projectId: number; id: number }, postIds: readonly number[]): Promise<void> {
  if (postIds.length === 0) return;
  await execute('INSERT INTO changelog_posts (entry_id, post_id, project_id) VALUES :links', {
    links: postIds.map((postId) => [id, postId, projectId]),
  });
}

/** Belongs into a transaction that has the entry locked. */
export async function removeLinks({ projectId, id }: { projectId: number; id: number }): Promise<void> {
  await execute('DELETE FROM changelog_posts WHERE project_id = :projectId AND entry_id = :id', { projectId, id });
}
