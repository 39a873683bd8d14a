// Raw SQL: a join reads the comments of blocked authors on one target by the index on the author.
import type { Comment } from '../../../../models/feedback/Comment.ts';
import { selectRows } from '../../../platform/db/sql.ts';
import { authorIdOf } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import type { Target, ThreadCounts } from './threads.ts';

/** The effects of the caller's blocks on a thread. */
export interface BlockedComments {
  /** Left out of the lists: the caller blocked the author, and no reply needs the place. */
  readonly leftOut: readonly number[];
  /** How many of them are direct replies to this comment; null counts those of the top level. */
  countBelow(parentId: number | null): number;
  /** The comment as the caller sees it, which is a tombstone if its author is blocked or it is hidden. The instance is for reading only. */
  show(comment: Comment): Comment;
}

export interface BlockedRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly children: number;
  readonly moderation: string;
}

/**
 * The comments on the target whose authors the caller blocked, remembered while the numbers of comments on it stay the same. A guest has no
 * blocks and costs no statement.
 */
export async function readBlocked(ctx: FeedbackContext, target: Target, counts: ThreadCounts): Promise<BlockedComments> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return toBlocked([]);
  const { live, topLevel, shown, pending, hidden, removed } = counts;
  const state = [live, topLevel, shown, pending, hidden, removed].join(' ');
  const key = { list: [target.entityType, target.entityId], state };
  return toBlocked(await ctx.service.blocked.comments.readThrough(ctx, key, () => readRows(ctx, target, userId)));
}

function readRows({ db }: FeedbackContext, target: Target, userId: string): Promise<BlockedRow[]> {
  const hint = db.isMySql ? ' FORCE INDEX (comments_author)' : '';
  return selectRows<BlockedRow>(
    db,
    `SELECT written.id, written.parent_id AS parentId, written.children, written.moderation FROM author_blocks block
     JOIN comments written${hint} ON written.project_id = block.project_id AND written.user_id = block.author_id
     WHERE block.project_id = :projectId AND block.user_id = :userId AND written.entity_type = :entityType
     AND written.entity_id = :entityId AND written.is_absent = 0`,
    { ...target, userId },
  );
}

function toBlocked(rows: readonly BlockedRow[]): BlockedComments {
  const masked = new Set(rows.map(({ id }) => id));
  const [leftOutBelow, blockedReplies] = [new Map<number | null, number>(), new Map<number | null, number>()];
  const leftOut: number[] = [];
  // replies have higher ids than their parents, so that they are decided before
  for (const { id, parentId, children, moderation } of rows.toSorted((left, right) => right.id - left.id)) {
    if (moderation === 'visible') blockedReplies.set(parentId, (blockedReplies.get(parentId) ?? 0) + 1);
    if (children > (leftOutBelow.get(id) ?? 0)) continue;
    leftOut.push(id);
    leftOutBelow.set(parentId, (leftOutBelow.get(parentId) ?? 0) + 1);
  }
  return {
    leftOut,
    countBelow: (parentId) => leftOutBelow.get(parentId) ?? 0,
    show(comment) {
      comment.set({ repliesCount: comment.repliesCount - (blockedReplies.get(comment.id) ?? 0) });
      const isShown = comment.moderation === 'visible' && !masked.has(comment.id);
      return isShown ? comment : comment.set({ content: null, userId: null, isDeleted: true, editedAt: null });
    },
  };
}
