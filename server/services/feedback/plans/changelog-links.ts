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

interface NewLinks {
  readonly postIds: readonly number[];
  /** Whether the publication of the entry completes the posts. */
  readonly completes: boolean;
}

/** Call it in a transaction that has locked the posts. */
export async function addLinks(db: Database, { projectId, id: entryId }: EntryKey, { postIds, completes }: NewLinks): Promise<void> {
  if (postIds.length === 0) return;
  await db.model(ChangelogLink).bulkCreate(postIds.map((postId) => ({ entryId, postId, projectId, completes })));
}

/** Removes all links of an entry, or those to `postIds`. Call it in a transaction that has locked the entry. */
export async function removeLinks(db: Database, { projectId, id: entryId }: EntryKey, postIds?: readonly number[]): Promise<void> {
  if (postIds?.length === 0) return;
  await db.model(ChangelogLink).destroy({ where: { projectId, entryId, ...(postIds === undefined ? {} : { postId: [...postIds] }) } });
}

/** The ids of the posts, ascending: of all links, and of those whose posts the publication of the entry completes. */
export async function readPublished(
  db: Database,
  { projectId, id: entryId }: EntryKey,
): Promise<{ linked: number[]; completed: number[] }> {
  const links = await db
    .model(ChangelogLink)
    .findAll({ attributes: ['postId', 'completes'], where: { projectId, entryId }, order: ['postId'] });
  const idsOf = (rows: readonly ChangelogLink[]): number[] => rows.map(({ postId }) => postId);
  return { linked: idsOf(links), completed: idsOf(links.filter(({ completes }) => completes)) };
}
