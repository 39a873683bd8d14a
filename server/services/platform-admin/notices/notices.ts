import type { MayContinue, SharedWork } from '../../../platform/concurrency/shared-work.ts';
import { mailActs } from './act-notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { mailWaiting } from './waiting-notices.ts';

/** Short enough for a mail within a minute, also when another process takes the next turn. */
const EVERY_MS = 20_000;

/** Mails the team of each project what waits for it, and what the server did by itself. */
export function notices(deps: NoticeDeps): SharedWork {
  return { name: 'notices', clock: deps.clock, everyMs: EVERY_MS, run: (mayContinue) => mailNotices(deps, mayContinue) };
}

/** One run: queues the mails that are due. */
export async function mailNotices(deps: NoticeDeps, mayContinue: MayContinue): Promise<void> {
  await mailActs(deps, mayContinue);
  await mailWaiting(deps, mayContinue);
}
