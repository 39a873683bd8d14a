import type { Context } from '../../platform/context.ts';
import type { BlockedRow } from './comments/blocked-row.ts';
import type { FeedbackDeps } from './deps.ts';
import { PostBroadcasts } from './mail/post-broadcasts.ts';
import { BlockedMemo } from './moderation/blocked-memo.ts';
import { createWriteQueues, type WriteQueues } from './write-queues.ts';

/** Remembers rows of blocked authors, for callers who read page after page. */
interface BlockedMemos {
  readonly counts: BlockedMemo<number>;
  readonly ids: BlockedMemo<readonly number[]>;
  readonly comments: BlockedMemo<readonly BlockedRow[]>;
}

/** The feedback service of one runtime. */
export interface Feedback extends FeedbackDeps {
  readonly broadcasts: PostBroadcasts;
  readonly writes: WriteQueues;
  readonly blocked: BlockedMemos;
}

/** Memory of a row in numbers of 8 bytes. */
const BLOCKED_ROW_NUMBERS = 16;

export type FeedbackContext = Context<Feedback>;

export function createFeedback(deps: FeedbackDeps): Feedback {
  const blocked = {
    counts: new BlockedMemo<number>(() => 1),
    ids: new BlockedMemo<readonly number[]>(({ length }) => length),
    comments: new BlockedMemo<readonly BlockedRow[]>(({ length }) => length * BLOCKED_ROW_NUMBERS),
  };
  return { ...deps, broadcasts: new PostBroadcasts(deps), writes: createWriteQueues(deps.db), blocked };
}
