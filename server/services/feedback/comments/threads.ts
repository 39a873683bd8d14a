// Raw SQL: one statement locks the threads of several targets, and one changes their counters by relative updates.
import { CommentThread } from '../../../../models/feedback/CommentThread.ts';
import type { ItemType } from '../../../domain/project-settings.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, forUpdate, selectRows } from '../../../platform/db/sql.ts';
import { incrementRows } from '../counts/row-counters.ts';
import { removeChildren } from '../deferred-deletes.ts';
import type { FeedbackContext } from '../feedback.ts';

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
  /** Without tombstones. */
  readonly live: number;
  /** Top-level comments, including tombstones. */
  readonly topLevel: number;
  /** All comments, including tombstones. */
  readonly shown: number;
}

const KEY = ['project_id', 'entity_type', 'entity_id'];
const COUNTERS = { table: 'comment_threads', key: KEY, add: ['live', 'top_level', 'shown'] };

/** The numbers of comments on the target, read from its counter row; zeros when it has none. */
export async function readThread(db: Database, target: Target): Promise<ThreadCounts> {
  const thread = await db.model(CommentThread).findOne({ where: whereOf(target) });
  return thread ?? { live: 0, topLevel: 0, shown: 0 };
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
    db,
    `SELECT entity_id FROM comment_threads WHERE project_id = :projectId AND (${condition}) ORDER BY entity_type, entity_id${forUpdate(db)}`,
    { projectId, ...Object.fromEntries(values) },
  );
}

/** A change of the numbers of comments on one target. */
export interface ThreadChange extends ThreadCounts, Omit<Target, 'projectId'> {}

/** Adds to the counters of targets; for posts, also to `comments_count`. It takes the same locks as `lockThreads`. */
export async function incrementThreads(db: Database, projectId: number, changes: readonly ThreadChange[]): Promise<void> {
  const rows = new Map<string, Record<'live' | 'top_level' | 'shown', number>>();
  const posts = new Map<number, number>();
  for (const { entityType, entityId, live, topLevel, shown } of changes) {
    const key = `${entityType} ${entityId}`;
    const row = rows.get(key) ?? { ...columnsOf({ projectId, entityType, entityId }), live: 0, top_level: 0, shown: 0 };
    rows.set(key, { ...row, live: row.live + live, top_level: row.top_level + topLevel, shown: row.shown + shown });
    if (entityType === 'post') posts.set(entityId, (posts.get(entityId) ?? 0) + live);
  }
  await addToCounters(db, COUNTERS, [...rows.values()]);
  await incrementRows(db, projectId, { table: 'posts', columns: ['comments_count'] }, posts);
}

/**
 * Removes the comments on a record that is being deleted, the votes for it, and its row of `comment_threads`; `removeChildren` may defer
 * some of these deletions. The caller updates `feedback_counts`. Call it in the transaction that holds the record's lock. Resolves to the
 * number of comments without tombstones.
 */
export async function dropThread(ctx: FeedbackContext, entityType: RecordType, entityId: number): Promise<number> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  const { live } = await readThread(ctx.db, target);
  await ctx.db.model(CommentThread).destroy({ where: whereOf(target) });
  await removeChildren(ctx.db, target);
  return live;
}

function whereOf({ projectId, entityType, entityId }: Target): { projectId: number; entityType: string; entityId: number } {
  return { projectId, entityType, entityId };
}

function columnsOf({ projectId, entityType, entityId }: Target): Record<string, string | number> {
  return { project_id: projectId, entity_type: entityType, entity_id: entityId };
}
