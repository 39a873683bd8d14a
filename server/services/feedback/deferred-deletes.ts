// Raw SQL: one upsert records a deferred delete, and the rows of users are deleted by their keys.
import { Comment } from '../../../models/feedback/Comment.ts';
import { DeferredDelete } from '../../../models/feedback/DeferredDelete.ts';
import { type MayContinue, repeatChunks } from '../../platform/concurrency/shared-work.ts';
import type { Database } from '../../platform/db/database.ts';
import { ensureRow, execute, selectRows } from '../../platform/db/statements/sql.ts';
import { withTenant } from '../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../platform/db/transactions/transaction.ts';
import { endCases } from './moderation/ended-cases.ts';

/**
 * Deleting a record deletes its first thousand comments, votes and subscriptions; a background job deletes the rest. No endpoint shows this
 * rest, and no counter includes it. Deleting a post with a million votes is therefore quick.
 */

const CHUNK = 1_000;

interface Removed {
  readonly projectId: number;
  readonly entityType: string;
  readonly entityId: number;
}

/** Deletes the first rows of a record and defers the rest. Call it in the transaction that deletes the record. */
export async function removeChildren(db: Database, removed: Removed): Promise<void> {
  if (await removeChunk(db, removed)) return;
  const { projectId, entityType, entityId } = removed;
  const key = { project_id: projectId, entity_type: entityType, entity_id: entityId };
  await ensureRow(db, 'feedback_leftovers', ['project_id', 'entity_type', 'entity_id'], key);
}

/** Deletes the rows that `removeChildren` deferred, in chunks. */
export async function finishDeferredDeletes(db: Database, mayContinue: MayContinue): Promise<void> {
  await repeatChunks(mayContinue, CHUNK, async () => {
    const deferred = await db.model(DeferredDelete).findAll({ limit: CHUNK, acrossProjects: true });
    for (const removed of deferred) await finishDelete(db, removed, mayContinue);
    return deferred.length;
  });
}

async function finishDelete(db: Database, removed: DeferredDelete, mayContinue: MayContinue): Promise<void> {
  let isDone = false;
  await repeatChunks(mayContinue, 1, async () => {
    isDone = await removeChunk(db, removed);
    return isDone ? 0 : 1;
  });
  if (isDone) await removed.destroy();
}

/** Deletes one chunk; resolves to whether no row is left. */
async function removeChunk(db: Database, removed: Removed): Promise<boolean> {
  const commentsDone = await removeComments(db, removed);
  if (removed.entityType !== 'post') return commentsDone;
  const votesDone = await removeOfUsers(db, 'post_votes', removed);
  const subscriptionsDone = await removeOfUsers(db, 'post_subscriptions', removed);
  return commentsDone && votesDone && subscriptionsDone;
}

async function removeComments(db: Database, { projectId, entityType, entityId }: Removed): Promise<boolean> {
  const comments = await db.model(Comment).findAll({
    attributes: ['id'],
    where: { projectId, entityType, entityId },
    order: [['id', 'ASC']],
    limit: CHUNK,
    raw: true,
  });
  if (comments.length === 0) return true;
  const ids = comments.map(({ id }) => id);
  await inTransaction(db, async () => {
    await db.model(Comment).destroy({ where: { projectId, id: ids } });
    await endCases(db, projectId, 'comment', ids);
  });
  return comments.length < CHUNK;
}

/** Deletes the first votes or subscriptions of a post; resolves to whether none is left. */
async function removeOfUsers(
  db: Database,
  table: 'post_votes' | 'post_subscriptions',
  { projectId, entityId: postId }: Removed,
): Promise<boolean> {
  const ofPost = `FROM ${table} WHERE project_id = :projectId AND post_id = :postId`;
  const find = `SELECT user_id AS userId ${ofPost} ORDER BY user_id LIMIT ${CHUNK}`;
  const rows = await selectRows<{ userId: string }>(withTenant(db, projectId), find, { postId });
  if (rows.length === 0) return true;
  const userIds = rows.map(({ userId }) => userId);
  await execute(withTenant(db, projectId), `DELETE ${ofPost} AND user_id IN (:userIds)`, { postId, userIds });
  return rows.length < CHUNK;
}
