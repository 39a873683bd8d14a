import type { ProjectSettings } from '../../domain/project-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts';

/** An author who receives mails: the address and the language. */
export interface Contact {
  /** UUID of a user or `operator:<id>`. */
  readonly authorId: string;
  readonly email: string;
  /** Such as `en`. */
  readonly language: string;
}

/** An account that can write content. */
export interface AuthorAccount {
  /** An operator, or a user with the role staff or admin. */
  readonly isModerator: boolean;
}

/** An account as moderators see its texts. */
export interface AuthorProfile {
  /** null for a user who gave none. */
  readonly name: string | null;
  /** Such as `en`; null for an operator. */
  readonly language: string | null;
  readonly createdAt: Date;
}

/** The dependencies of feedback, including the functions that it needs from other services. */
export interface FeedbackDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly unsubscribeLinks: UnsubscribeLinks;
  /** The settings of a project; null when it does not exist. */
  findSettings(projectId: number): Promise<ProjectSettings | null>;
  /** The name of a project, active or not; null when it does not exist. */
  findProjectName(projectId: number): Promise<string | null>;
  /** Switches the notifications of a user off, unless they are off or the account is gone. */
  turnOffNotifications(projectId: number, userId: string): Promise<void>;
  /** The contacts of those `authorIds` that have an e-mail address and accept notifications. */
  findContacts(projectId: number, authorIds: readonly string[]): Promise<Contact[]>;
  /** How many of the `authorIds` have a contact. */
  countContacts(projectId: number, authorIds: readonly string[]): Promise<number>;
  /** The number of users of the project who are not erased. */
  countUsers(projectId: number): Promise<number>;
  /** The account of an author in the project; null when there is none. */
  findAuthor(projectId: number, authorId: string): Promise<AuthorAccount | null>;
  /** The accounts of those of the authors that have one, by the id of the author. */
  findProfiles(projectId: number, authorIds: readonly string[]): Promise<ReadonlyMap<string, AuthorProfile>>;
}
