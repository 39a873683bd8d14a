import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts';
import { sumOfUsers } from '../../services/auth/search/user-counts.ts';
import { countUserContacts, findUserContacts, findUserProfiles } from '../../services/auth/users/contacts.ts';
import { turnOffNotifications } from '../../services/auth/users/settings.ts';
import { findUserRole } from '../../services/auth/users/user-role.ts';
import type { AuthorAccount, AuthorProfile, Contact } from '../../services/feedback/deps.ts';
import { createFeedback, type Feedback } from '../../services/feedback/feedback.ts';
import { findOperatorContacts, findOperatorProfiles, isOperatorOf } from '../../services/platform-admin/operators/operator-contacts.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';

export interface FeedbackParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly admin: PlatformAdmin;
}

/** Composes feedback with the projects and contacts of other services: services do not import each other. */
export function composeFeedback(parts: FeedbackParts): Feedback {
  const { db, clock, mailer, unsubscribeLinks, admin } = parts;
  return createFeedback({
    db,
    clock,
    mailer,
    unsubscribeLinks,
    findProjectName: async (id) => (await admin.projects.find(id))?.name ?? null,
    turnOffNotifications: (projectId, userId) => turnOffNotifications({ db, now: clock.now() }, { projectId, id: userId }),
    findSettings: async (id) => (await admin.projects.find(id))?.settings ?? null,
    findContacts: (projectId, authorIds) => findContacts(db, projectId, authorIds),
    countContacts: (projectId, authorIds) => countContacts(db, projectId, authorIds),
    countUsers: (projectId) => countUsers(db, projectId),
    findAuthor: (projectId, authorId) => findAuthor(db, projectId, authorId),
    findProfiles: (projectId, authorIds) => findProfiles(db, projectId, authorIds),
  });
}

/** How the id of an author begins when the author is an operator. */
const OPERATOR = 'operator:';

/** The contacts of those of the authors that have a proved address and want mails. */
export async function findContacts(db: Database, projectId: number, authorIds: readonly string[]): Promise<Contact[]> {
  const { operators, users } = byKind(authorIds);
  const [byUser, byOperator] = await Promise.all([
    users.length === 0 ? [] : findUserContacts(db, projectId, users),
    operators.length === 0 ? [] : findOperatorContacts(db, projectId, operators),
  ]);
  // operators have no language setting
  return [...byUser, ...byOperator.map(({ id, email }) => ({ authorId: `${OPERATOR}${id}`, email, language: 'en' }))];
}

async function countContacts(db: Database, projectId: number, authorIds: readonly string[]): Promise<number> {
  const { operators, users } = byKind(authorIds);
  const byOperator = operators.length === 0 ? [] : await findOperatorContacts(db, projectId, operators);
  return byOperator.length + (users.length === 0 ? 0 : await countUserContacts(db, projectId, users));
}

async function countUsers(db: Database, projectId: number): Promise<number> {
  return (await sumOfUsers(db, projectId, {})) - (await sumOfUsers(db, projectId, { status: 'deleted' }));
}

async function findProfiles(db: Database, projectId: number, authorIds: readonly string[]): Promise<Map<string, AuthorProfile>> {
  const { operators, users } = byKind(authorIds);
  const [byUser, byOperator] = await Promise.all([
    users.length === 0 ? [] : findUserProfiles(db, projectId, users),
    operators.length === 0 ? [] : findOperatorProfiles(db, projectId, operators),
  ]);
  return new Map<string, AuthorProfile>([
    ...byUser.map(({ id, ...profile }) => [id, profile] as const),
    ...byOperator.map(({ id, username: name, createdAt }) => [`${OPERATOR}${id}`, { name, language: null, createdAt }] as const),
  ]);
}

function byKind(authorIds: readonly string[]): { operators: number[]; users: string[] } {
  const operators = authorIds.filter((id) => id.startsWith(OPERATOR)).map((id) => Number(id.slice(OPERATOR.length)));
  return { operators, users: authorIds.filter((id) => !id.startsWith(OPERATOR)) };
}

async function findAuthor(db: Database, projectId: number, authorId: string): Promise<AuthorAccount | null> {
  if (authorId.startsWith(OPERATOR))
    return (await isOperatorOf(db, projectId, Number(authorId.slice(OPERATOR.length)))) ? { isModerator: true } : null;
  const role = await findUserRole(db, projectId, authorId);
  return role === null ? null : { isModerator: role === 'staff' || role === 'admin' };
}
