import { ensureRow, execute, selectRows } from '../../platform/db/sql.ts';

/**
 * What hangs below a deleted record goes with it: at once as far as that is quickly done, the rest in the background. Nobody reaches
 * the rest any more, and the sums are moved by whoever deletes, so that a post with a million votes is deleted in a moment too.
 */

const CHUNK = 1_000;

interface Removed {
  readonly projectId: number;
  readonly entityType: string;
  readonly entityId: number;
}

/** Deletes the comments on what was deleted, and the votes for it. Belongs into the transaction that deletes it. */
export async function removeChildren(removed: Removed): Promise<void> {
  if (await removeChunk(removed)) return;
  const { projectId, entityType, entityId } = removed;
  const key = { project_id: projectId, entity_type: entityType, entity_id: entityId };
  await ensureRow('feedback_leftovers', ['project_id', 'entity_type', 'entity_id'], key);
}

/** Deletes what `removeChildren` left, chunk by chunk, each for itself. Ends early when told to stop. */
export async function sweepLeftovers(stopping: AbortSignal): Promise<void> {
  const left = await selectRows<{ project_id: number; entity_type: string; entity_id: number }>(
    'SELECT project_id, entity_type, entity_id FROM feedback_leftovers',
  );
  for (const { project_id: projectId, entity_type: entityType, entity_id: entityId } of left) {
    let isDone = false;
    while (!isDone && !stopping.aborted) isDone = await removeChunk({ projectId, entityType, entityId });
    if (isDone)
      await execute(
        'DELETE FROM feedback_leftovers WHERE project_id = :projectId AND entity_type = :entityType AND entity_id = :entityId',
        {
          projectId,
          entityType,
          entityId,
        },
      );
  }
}

/** Whether nothing is left. */
async function removeChunk({ projectId, entityType, entityId }: Removed): Promise<boolean> {
  const commentsDone = await removeComments({ projectId, entityType, entityId });
  const votesDone = entityType !== 'post' || (await removeVotes(projectId, entityId));
  return commentsDone && votesDone;
}

async function removeComments(removed: Removed): Promise<boolean> {
  const { projectId } = removed;
  const rows = await selectRows<{ id: number }>(
    `SELECT id FROM comments WHERE project_id = :projectId AND entity_type = :entityType AND entity_id = :entityId ORDER BY id LIMIT ${CHUNK}`,
    { ...removed },
  );
  if (rows.length === 0) return true;
  await execute('DELETE FROM comments WHERE project_id = :projectId AND id IN (:ids)', { projectId, ids: rows.map(({ id }) => id) });
  return rows.length < CHUNK;
}

async function removeVotes(projectId: number, postId: number): Promise<boolean> {
  const rows = await selectRows<{ user_id: string }>(
    `SELECT user_id FROM post_votes WHERE project_id = :projectId AND post_id = :postId ORDER BY user_id LIMIT ${CHUNK}`,
    { projectId, postId },
  );
  if (rows.length === 0) return true;
  await execute('DELETE FROM post_votes WHERE project_id = :projectId AND post_id = :postId AND user_id IN (:users)', {
    projectId,
    postId,
    users: rows.map(({ user_id }) => user_id),
  });
  return rows.length < CHUNK;
}
