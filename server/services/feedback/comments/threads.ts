// Raw SQL: one statement locks the threads of several targets, and one changes their counters by relative updates.
import { CommentThread } from '../../../../models/feedback/CommentThread.ts';
import type { ItemType } from '../../../domain/project-settings.ts';
import { type Context, projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { incrementRows } from '../counts/row-counters.ts';
import { removeChildren } from '../deferred-deletes.ts';

/** The kinds of feedback record that can be commented on. */
export type RecordType = 'review' | 'post' | 'roadmap' | 'changelog';

/** The type of a target: a record of feedback, or an item that another system stores. */
export type EntityType = RecordType | ItemType;

/** The record or item that comments are on. */
export interface Target {
  readonly projectId: number;
  /** An `EntityType`; a string, because the column has that type. */
  readonly entityType: string;
  readonly entityId: number;
}

/** The numbers of comments on a target, or the changes of these numbers. */
export interface ThreadCounts {
  /** Comments that everyone can read. */
  readonly live: number;
  /** Top-level comments on public lists, including tombstones. */
  readonly topLevel: number;
  /** All comments on public lists, including tombstones. */
  readonly shown: number;
  /** Comments that wait for a moderator. */
  readonly pending: number;
  readonly hidden: number;
  readonly removed: number;
}

export const NO_COMMENTS: ThreadCounts = { live: 0, topLevel: 0, shown: 0, pending: 0, hidden: 0, removed: 0 };

const KEY = ['project_id', 'entity_type', 'entity_id'];
const COUNTERS = { table: 'comment_threads', key: KEY, add: ['live', 'top_level', 'shown', 'pending', 'hidden', 'removed'] };

/** The numbers of comments on the target, read from its counter row; zeros when it has none. */
export async function readThread(db: Database, target: Target): Promise<ThreadCounts> {
  const thread = await db.model(CommentThread).findOne({ where: whereOf(target) });
  return thread ?? NO_COMMENTS;
}

/**
 * Locks the threads of these targets that exist: writers of comments on one target wait for each other. Lock those targets that are records
 * before you call it.
 */
export async function lockThreads(db: Database, projectId: number, targets: readonly Omit<Target, 'projectId'>[]): Promise<void> {
  const types = [...new Set(targets.map(({ entityType }) => entityType))];
  const idsOf = (type: string): number[] => targets.filter(({ entityType }) => entityType === type).map(({ entityId }) => entityId);
  const condition = types.map((_, index) => `(entity_type = :type${index} AND entity_id IN (:ids${index}))`).join(' OR ');
  const values = types.flatMap((type, index) => [[`type${index}`, type] as const, [`ids${index}`, idsOf(type)] as const]);
  await selectRows(
    withTenant(db, projectId),
    `SELECT entity_id FROM comment_threads WHERE project_id = :projectId AND (${condition}) ORDER BY entity_type, entity_id${forUpdate(db)}`,
    { ...Object.fromEntries(values) },
  );
}

/** A change of the numbers of comments on one target. */
export interface ThreadChange extends ThreadCounts, Omit<Target, 'projectId'> {}

/** Adds to the counters of targets; for posts, also to `comments_count`. It takes the same locks as `lockThreads`. */
export async function incrementThreads(db: Database, projectId: number, changes: readonly ThreadChange[]): Promise<void> {
  const rows = new Map<string, ThreadChange>();
  const posts = new Map<number, number>();
  for (const change of changes) {
    const { entityType, entityId, live } = change;
    const key = `${entityType} ${entityId}`;
    rows.set(key, { entityType, entityId, ...sumOfCounts(rows.get(key) ?? NO_COMMENTS, change) });
    if (entityType === 'post') posts.set(entityId, (posts.get(entityId) ?? 0) + live);
  }
  const values = [...rows.values()].map(({ entityType, entityId, topLevel, ...counts }) => ({
    project_id: projectId,
    entity_type: entityType,
    entity_id: entityId,
    live: counts.live,
    top_level: topLevel,
    shown: counts.shown,
    pending: counts.pending,
    hidden: counts.hidden,
    removed: counts.removed,
  }));
  await addToCounters(db, COUNTERS, values);
  await incrementRows(db, projectId, { table: 'posts', columns: ['comments_count'] }, posts);
}

/** The two numbers of each count, added. */
export function sumOfCounts(left: ThreadCounts, right: ThreadCounts): ThreadCounts {
  return {
    live: left.live + right.live,
    topLevel: left.topLevel + right.topLevel,
    shown: left.shown + right.shown,
    pending: left.pending + right.pending,
    hidden: left.hidden + right.hidden,
    removed: left.removed + right.removed,
  };
}

/** The changes of the project's counters that these changes of threads cause, for `incrementCounters`. */
export function commentCounters(changes: readonly (Pick<ThreadChange, 'entityType'> & ThreadCounts)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (name: string, delta: number): void => {
    counts[name] = (counts[name] ?? 0) + delta;
  };
  for (const { entityType, live, pending, hidden, removed } of changes) {
    add('comments', live);
    for (const [state, delta] of Object.entries({ visible: live, pending, hidden, removed }))
      add(`comment_states:${state}:${entityType}`, delta);
  }
  return counts;
}

/**
 * Removes the comments on a record that is being deleted, the votes for it, and its row of `comment_threads`; `removeChildren` may defer
 * some of these deletions. Call it in the transaction that holds the record's lock. Resolves to the changes of the project's counters,
 * which the caller adds.
 */
export async function dropThread(ctx: Context, entityType: RecordType, entityId: number): Promise<Record<string, number>> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  const { live, pending, hidden, removed } = await readThread(ctx.db, target);
  await ctx.db.model(CommentThread).destroy({ where: whereOf(target) });
  await removeChildren(ctx.db, target);
  const gone = { ...NO_COMMENTS, live: -live, pending: -pending, hidden: -hidden, removed: -removed };
  return commentCounters([{ entityType, ...gone }]);
}

function whereOf({ projectId, entityType, entityId }: Target): { projectId: number; entityType: string; entityId: number } {
  return { projectId, entityType, entityId };
}
