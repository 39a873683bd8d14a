// Raw SQL: a join reads the comments of blocked authors on one target by the index on the author.

import type { Comment } from '../../../../models/feedback/Comment.ts';
import type { PlainRow } from '../../../platform/db/records/page.ts';
import { selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { authorIdOf } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import { type CallerRows, isHeld, readCaller } from '../moderation/caller-rows.ts';
import type { BlockedRow } from './blocked-row.ts';
import type { Target, ThreadCounts } from './threads.ts';

/** How the caller's lists of a thread differ from those of everybody: by the caller's blocks, and by the caller's own held comments. */
export interface CallerView {
  /** Left out of the lists: the caller blocked the author, and no reply needs the place. */
  readonly leftOut: readonly number[];
  /** The caller's own held comments that are on no list of others. One with visible replies is there as a tombstone. */
  readonly held: readonly number[];
  /** How many direct replies to this comment the caller has more than everybody; null counts those of the top level. */
  differenceBelow(parentId: number | null): number;
  /** The comment as the caller sees it: a tombstone if its author is blocked, or if it is neither visible nor the caller's own held one. */
  show(comment: PlainRow<Comment>): PlainRow<Comment>;
}

/**
 * The caller's view of the comments on the target. Those whose authors the caller blocked are remembered while the numbers of comments on
 * it stay the same. A guest costs no statement.
 */
export async function readCallerView(ctx: FeedbackContext, target: Target, counts: ThreadCounts): Promise<CallerView> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return toView(null, [], []);
  const { live, topLevel, shown, pending, hidden, removed } = counts;
  const where = { entity_type: target.entityType, entity_id: target.entityId };
  const { blocks, held } = await readCaller(ctx, pending + hidden === 0 ? null : { table: 'comments', where });
  const state = [live, topLevel, shown, pending, hidden, removed].join(' ');
  const key = { list: [target.entityType, target.entityId], state, blocks };
  const rows = await ctx.service.blocked.comments.readThrough(ctx, key, () => readRows(ctx, target, userId));
  return toView(userId, rows, held);
}

function readRows({ db }: FeedbackContext, target: Target, userId: string): Promise<BlockedRow[]> {
  const hint = db.isMySql ? ' FORCE INDEX (comments_author)' : '';
  return selectRows<BlockedRow>(
    withTenant(db, target.projectId),
    `SELECT written.id, written.parent_id AS parentId, written.children, written.moderation FROM author_blocks block
     JOIN comments written${hint} ON written.project_id = block.project_id AND written.user_id = block.author_id
     WHERE block.project_id = :projectId AND block.user_id = :userId AND written.entity_type = :entityType
     AND written.entity_id = :entityId AND written.is_absent = 0`,
    { ...target, userId },
  );
}

function toView(userId: string | null, rows: readonly BlockedRow[], ownHeld: CallerRows['held']): CallerView {
  const masked = new Set(rows.map(({ id }) => id));
  const added = ownHeld.filter(({ isAbsent }) => isAbsent);
  const [addedBelow, heldReplies] = [countByParent(added), countByParent(ownHeld)];
  const [leftOutBelow, blockedReplies] = [new Map<number | null, number>(), new Map<number | null, number>()];
  const leftOut: number[] = [];
  // replies have higher ids than their parents, so that they are decided before
  for (const { id, parentId, children, moderation } of rows.toSorted((left, right) => right.id - left.id)) {
    if (moderation === 'visible') blockedReplies.set(parentId, (blockedReplies.get(parentId) ?? 0) + 1);
    if (children + (addedBelow.get(id) ?? 0) > (leftOutBelow.get(id) ?? 0)) continue;
    leftOut.push(id);
    leftOutBelow.set(parentId, (leftOutBelow.get(parentId) ?? 0) + 1);
  }
  return {
    leftOut,
    held: added.map(({ id }) => id),
    differenceBelow: (parentId) => (addedBelow.get(parentId) ?? 0) - (leftOutBelow.get(parentId) ?? 0),
    show(comment) {
      const { id, moderation } = comment;
      const repliesCount = comment.repliesCount + (heldReplies.get(id) ?? 0) - (blockedReplies.get(id) ?? 0);
      const isShown = moderation === 'visible' ? !masked.has(id) : isHeld(moderation) && comment.userId === userId;
      return { ...comment, repliesCount, ...(isShown ? {} : { content: null, userId: null, isDeleted: true, editedAt: null }) };
    },
  };
}

function countByParent(rows: CallerRows['held']): Map<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { parentId } of rows) counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  return counts;
}
