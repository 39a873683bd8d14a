// Raw SQL: one statement changes the counters of a target by relative updates.
import { CommentThread } from '../../../../models/feedback/CommentThread.ts';
import type { ItemType } from '../../../domain/project-settings.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, ensureRow, execute } from '../../../platform/db/sql.ts';
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

/** Makes writers of comments on one target wait for each other. If the target is a record, lock the record before you call it. */
export async function lockThread(db: Database, target: Target): Promise<void> {
  await ensureRow(db, 'comment_threads', KEY, { ...columnsOf(target), live: 0, top_level: 0, shown: 0 });
}

/** Adds to the counters of the target; for a post, also to `comments_count`. It takes the same lock as `lockThread`. */
export async function incrementThread(db: Database, target: Target, { live, topLevel, shown }: ThreadCounts): Promise<void> {
  await addToCounters(db, COUNTERS, [{ ...columnsOf(target), live, top_level: topLevel, shown }]);
  if (target.entityType !== 'post' || live === 0) return;
  const { projectId, entityId } = target;
  const sql = 'UPDATE posts SET comments_count = comments_count + :live WHERE project_id = :projectId AND id = :entityId';
  await execute(db, sql, { projectId, entityId, live });
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
