import { ChangelogLink } from '../../../../models/feedback/ChangelogLink.ts';
import type { Database } from '../../../platform/db/database.ts';

/** The key of a changelog entry. */
interface EntryKey {
  readonly projectId: number;
  readonly id: number;
}

/** The ids of the linked posts, in ascending order, by the id of the entry. Reads them in one statement, or in none for no entries. */
export async function readLinks(db: Database, projectId: number, entryIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const postIds = new Map<number, number[]>(entryIds.map((id) => [id, []]));
  if (entryIds.length === 0) return postIds;
  const links = await db.model(ChangelogLink).findAll({
    attributes: ['entryId', 'postId'],
    where: { projectId, entryId: [...entryIds] },
    order: ['entryId', 'postId'],
    raw: true,
  });
  for (const { entryId, postId } of links) postIds.get(entryId)?.push(postId);
  return postIds;
}

/** Call it in a transaction that has locked the posts. */
export async function addLinks(db: Database, { projectId, id: entryId }: EntryKey, postIds: readonly number[]): Promise<void> {
  if (postIds.length === 0) return;
  await db.model(ChangelogLink).bulkCreate(postIds.map((postId) => ({ entryId, postId, projectId })));
}

/** Call it in a transaction that has locked the entry. */
export async function removeLinks(db: Database, { projectId, id: entryId }: EntryKey): Promise<void> {
  await db.model(ChangelogLink).destroy({ where: { projectId, entryId } });
}
