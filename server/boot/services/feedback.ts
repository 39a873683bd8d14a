import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { findUserContacts } from '../../services/auth/users/contacts.ts';
import { findUserRole } from '../../services/auth/users/user-role.ts';
import type { AuthorAccount, Contact } from '../../services/feedback/deps.ts';
import { createFeedback, type Feedback } from '../../services/feedback/feedback.ts';
import { findOperatorContacts, isOperatorOf } from '../../services/platform-admin/operators/operator-contacts.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';

export interface FeedbackParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly admin: PlatformAdmin;
}

/** Composes feedback with the projects and contacts of other services: services do not import each other. */
export function composeFeedback(parts: FeedbackParts): Feedback {
  const { db, clock, mailer, admin } = parts;
  return createFeedback({
    db,
    clock,
    mailer,
    findSettings: async (id) => (await admin.projects.find(id))?.settings ?? null,
    findContacts: (projectId, authorIds) => findContacts(db, projectId, authorIds),
    findAuthor: (projectId, authorId) => findAuthor(db, projectId, authorId),
  });
}

/** How the id of an author begins when the author is an operator. */
const OPERATOR = 'operator:';

async function findContacts(db: Database, projectId: number, authorIds: readonly string[]): Promise<Contact[]> {
  const operators = authorIds.filter((id) => id.startsWith(OPERATOR)).map((id) => Number(id.slice(OPERATOR.length)));
  const users = authorIds.filter((id) => !id.startsWith(OPERATOR));
  const [byUser, byOperator] = await Promise.all([
    users.length === 0 ? [] : findUserContacts(db, projectId, users),
    operators.length === 0 ? [] : findOperatorContacts(db, projectId, operators),
  ]);
  // operators have no language setting
  return [...byUser, ...byOperator.map(({ id, email }) => ({ authorId: `${OPERATOR}${id}`, email, language: 'en' }))];
}

async function findAuthor(db: Database, projectId: number, authorId: string): Promise<AuthorAccount | null> {
  if (authorId.startsWith(OPERATOR))
    return (await isOperatorOf(db, projectId, Number(authorId.slice(OPERATOR.length)))) ? { isModerator: true } : null;
  const role = await findUserRole(db, projectId, authorId);
  return role === null ? null : { isModerator: role === 'staff' || role === 'admin' };
}
