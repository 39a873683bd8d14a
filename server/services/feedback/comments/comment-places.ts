import { Comment, type ModerationState } from '../../../../models/feedback/Comment.ts';
import type { Database } from '../../../platform/db/database.ts';
import { NO_COMMENTS, sumOfCounts, type ThreadCounts } from './threads.ts';

/** The part of a comment that decides which counters include it. */
export interface Place {
  /** Everyone can read it. */
  readonly isLive: boolean;
  /** null for a tombstone. */
  readonly state: ModerationState | null;
  /** It is on the public lists, at least as a tombstone. */
  readonly isShown: boolean;
}

/** A hidden comment keeps its place on the lists, as a tombstone does, while replies to it are shown. */
export function placeOf({ isDeleted, moderation, children }: Pick<Comment, 'isDeleted' | 'moderation' | 'children'>): Place {
  if (isDeleted) return { isLive: false, state: null, isShown: true };
  const isLive = moderation === 'visible';
  return { isLive, state: moderation, isShown: isLive || children > 0 };
}

/**
 * Carries the change of a comment's place to the rows above it: the counters of its parent, the places of hidden comments, and tombstones
 * without any reply, which it deletes. `after` is null for a deleted row. Resolves to the changes of the thread's counters. The thread must
 * be locked.
 */
export async function carryUp(db: Database, comment: Comment, before: Place | null, after: Place | null): Promise<ThreadCounts> {
  const change = difference(comment, before, after);
  if (comment.parentId === null || isSame(before, after)) return change;
  const parent = await db.model(Comment).findOne({ where: { projectId: comment.projectId, id: comment.parentId } });
  if (parent === null) return change;
  const placeBefore = placeOf(parent);
  parent.repliesCount += count(after?.isLive) - count(before?.isLive);
  parent.children += count(after?.isShown) - count(before?.isShown);
  parent.absentChildren += absent(after) - absent(before);
  const isEmpty = parent.isDeleted && parent.children <= 0 && parent.absentChildren <= 0;
  if (isEmpty) await parent.destroy();
  else await savePlace(parent);
  return sumOfCounts(change, await carryUp(db, parent, placeBefore, isEmpty ? null : placeOf(parent)));
}

/** Saves the comment with the mark that keeps it off the public lists. `updatedAt` does not change. */
export async function savePlace(comment: Comment): Promise<void> {
  comment.isAbsent = !placeOf(comment).isShown;
  await comment.save({ silent: true });
}

/** The counters of a thread that include a comment in this place. */
export function countsOf({ parentId }: Pick<Comment, 'parentId'>, { isLive, state, isShown }: Place): ThreadCounts {
  return {
    live: count(isLive),
    topLevel: count(isShown && parentId === null),
    shown: count(isShown),
    pending: count(state === 'pending'),
    hidden: count(state === 'hidden'),
    removed: count(state === 'removed'),
  };
}

function difference(comment: Comment, before: Place | null, after: Place | null): ThreadCounts {
  const added = after === null ? NO_COMMENTS : countsOf(comment, after);
  const removed = before === null ? NO_COMMENTS : countsOf(comment, before);
  return {
    live: added.live - removed.live,
    topLevel: added.topLevel - removed.topLevel,
    shown: added.shown - removed.shown,
    pending: added.pending - removed.pending,
    hidden: added.hidden - removed.hidden,
    removed: added.removed - removed.removed,
  };
}

function isSame(before: Place | null, after: Place | null): boolean {
  return before?.isLive === after?.isLive && before?.isShown === after?.isShown && (before === null) === (after === null);
}

function absent(place: Place | null): number {
  return count(place !== null && !place.isShown);
}

function count(isCounted: boolean | undefined): number {
  return isCounted === true ? 1 : 0;
}
