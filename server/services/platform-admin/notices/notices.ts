import type { Clock } from '../../../platform/clock.ts';
import type { MayContinue, SharedWork } from '../../../platform/concurrency/shared-work.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { StoredProjects } from '../project-directory.ts';
import type { WaitingFeedback } from '../waiting-sources.ts';
import { mailActs } from './act-notices.ts';
import { mailWaiting } from './waiting-notices.ts';

export interface NoticeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly projects: StoredProjects;
  /** Gets the notices about acts that belong to no project. */
  readonly defaultProjectId: number;
  /** Those of the projects where content has waited for a moderator since `until` or longer. */
  findWaiting(projectIds: readonly number[], until: Date): Promise<readonly number[]>;
  readWaiting(projectId: number): Promise<WaitingFeedback>;
}

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
