// Raw SQL: one upsert records a deferred delete.
import { Comment } from '../../../models/feedback/Comment.ts';
import { DeferredDelete } from '../../../models/feedback/DeferredDelete.ts';
import { PostVote } from '../../../models/feedback/PostVote.ts';
import { type MayContinue, repeatChunks } from '../../platform/concurrency/shared-work.ts';
import type { Database } from '../../platform/db/database.ts';
import { ensureRow } from '../../platform/db/statements/sql.ts';
import { inTransaction } from '../../platform/db/transactions/transaction.ts';
import { endCases } from './moderation/ended-cases.ts';

/**
 * Deleting a record deletes its first thousand comments and its first thousand votes; a background job deletes the rest. No
 * endpoint shows this rest, and no counter includes it. Deleting a post with a million votes is therefore quick.
 */

const CHUNK = 1_000;

interface Removed {
  readonly projectId: number;
  readonly entityType: string;
  readonly entityId: number;
}

/** Deletes the first comments and votes of a record and defers the rest. Call it in the transaction that deletes the record. */
export async function removeChildren(db: Database, removed: Removed): Promise<void> {
  if (await removeChunk(db, removed)) return;
  const { projectId, entityType, entityId } = removed;
  const key = { project_id: projectId, entity_type: entityType, entity_id: entityId };
  await ensureRow(db, 'feedback_leftovers', ['project_id', 'entity_type', 'entity_id'], key);
}

/** Deletes the comments and votes that `removeChildren` deferred, in chunks. */
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

/** Deletes one chunk; resolves to whether no comment and no vote is left. */
async function removeChunk(db: Database, removed: Removed): Promise<boolean> {
  const commentsDone = await removeComments(db, removed);
  const votesDone = removed.entityType !== 'post' || (await removeVotes(db, removed));
  return commentsDone && votesDone;
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

async function removeVotes(db: Database, { projectId, entityId: postId }: Removed): Promise<boolean> {
  const votes = await db.model(PostVote).findAll({
    attributes: ['userId'],
    where: { projectId, postId },
    order: [['userId', 'ASC']],
    limit: CHUNK,
    raw: true,
  });
  if (votes.length === 0) return true;
  await db.model(PostVote).destroy({ where: { projectId, postId, userId: votes.map(({ userId }) => userId) } });
  return votes.length < CHUNK;
}
