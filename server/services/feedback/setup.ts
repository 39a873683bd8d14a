import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ProjectSettings } from '../../platform/project-settings.ts';

/** Who can be written to, of those asked about. */
export interface Contact {
  /** UUID of a user or `operator:<id>`. */
  readonly authorId: string;
  readonly email: string;
  /** As `en`. */
  readonly language: string;
}

/** What feedback is given at start: what other services own. */
export interface FeedbackSetup {
  readonly log: Logger;
  readonly clock: Clock;
  /** The settings of a project; null for one that is not there. */
  findSettings(projectId: number): Promise<ProjectSettings | null>;
  /** Those of the authors who left an e-mail and want to hear from us. */
  findContacts(projectId: number, authorIds: readonly string[]): Promise<Contact[]>;
}

let current: FeedbackSetup | undefined;

/** Called once at start. */
export function useFeedback(setup: FeedbackSetup): void {
  current = setup;
}

/** @throws Error when feedback was never set up, which is a fault of the composition. */
export function feedbackSetup(): FeedbackSetup {
  if (current === undefined) throw new Error('Feedback is not set up.');
  return current;
}
