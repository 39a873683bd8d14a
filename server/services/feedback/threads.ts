import { type Context, projectIdOf } from '../../platform/context.ts';
import { addToCounters, ensureRow, execute, selectRows } from '../../platform/db/sql.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { removeChildren } from './leftovers.ts';

/** The kinds of record of this service that are commented on. */
export type RecordType = 'review' | 'post' | 'roadmap' | 'changelog';

/** What is commented on: a record of this service, or an item that stands elsewhere. */
export interface Target {
  readonly projectId: number;
  readonly entityType: RecordType | ItemType;
  readonly entityId: number;
}

/** How many comments a target has, and by how much that changes. */
export interface ThreadCounts {
  /** Without tombstones. */
  readonly live: number;
  /** With tombstones, at the top level. */
  readonly topLevel: number;
  /** With tombstones. */
  readonly shown: number;
}

const KEY = ['project_id', 'entity_type', 'entity_id'];
const COUNTERS = { table: 'comment_threads', key: KEY, add: ['live', 'top_level', 'shown'] };
const IS_TARGET = 'project_id = :projectId AND entity_type = :entityType AND entity_id = :entityId';

/** How many comments there are on the target, by key. */
export async function readThread(target: Target): Promise<ThreadCounts> {
  const rows = await selectRows<ThreadCounts>(
    `SELECT live, top_level AS topLevel, shown FROM comment_threads WHERE ${IS_TARGET}`,
    keyOf(target),
  );
  return rows[0] ?? { live: 0, topLevel: 0, shown: 0 };
}

/** Whoever writes comments on the target waits here for one another. Belongs after the lock of the record, if it is one. */
export async function lockThread({ projectId, entityType, entityId }: Target): Promise<void> {
  const key = { project_id: projectId, entity_type: entityType, entity_id: entityId };
  await ensureRow('comment_threads', KEY, { ...key, live: 0, top_level: 0, shown: 0 });
}

/** Adds to the counts of the target, and to that of the post if it is one. Locks as `lockThread` does. */
export async function moveThread(target: Target, { live, topLevel, shown }: ThreadCounts): Promise<void> {
  const { projectId, entityType, entityId } = target;
  const key = { project_id: projectId, entity_type: entityType, entity_id: entityId };
  await addToCounters(COUNTERS, [{ ...key, live, top_level: topLevel, shown }]);
  if (entityType !== 'post' || live === 0) return;
  await execute('UPDATE posts SET comments_count = comments_count + :live WHERE project_id = :projectId AND id = :entityId', {
    projectId,
    entityId,
    live,
  });
}

/**
 * Removes all comments on a record that is being deleted, with their counts but for those in `feedback_counts`, and the votes for it.
 * Belongs into the transaction that deletes it, which holds the record's lock. Answers how many live comments there were.
 */
export async function dropThread(ctx: Context, entityType: RecordType, entityId: number): Promise<number> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  const { live } = await readThread(target);
  await execute(`DELETE FROM comment_threads WHERE ${IS_TARGET}`, keyOf(target));
  await removeChildren(target);
  return live;
}

function keyOf({ projectId, entityType, entityId }: Target): Record<string, string | number> {
  return { projectId, entityType, entityId };
}
