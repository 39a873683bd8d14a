import type { Context } from '../../platform/context.ts';
import type { FeedbackDeps } from './deps.ts';
import { PostBroadcasts } from './mail/post-broadcasts.ts';
import { createWriteQueues, type WriteQueues } from './write-queues.ts';

/** The feedback service of one runtime. */
export interface Feedback extends FeedbackDeps {
  readonly broadcasts: PostBroadcasts;
  readonly writes: WriteQueues;
}

export type FeedbackContext = Context<Feedback>;

export function createFeedback(deps: FeedbackDeps): Feedback {
  return { ...deps, broadcasts: new PostBroadcasts(deps), writes: createWriteQueues(deps.db) };
}
