import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { StoredProjects } from '../project-directory.ts';
import type { WaitingFeedback } from '../waiting-sources.ts';

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
