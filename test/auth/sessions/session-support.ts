import { randomUUID } from 'node:crypto';
import { Session } from '../../../models/auth/Session.ts';
import { User } from '../../../models/auth/User.ts';
import type { Clock } from '../../../server/platform/clock.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import type { SignInCall } from '../../../server/services/auth/auth.ts';
import { countNewUser } from '../../../server/services/auth/search/user-counts.ts';
import { openSession, type TokenPair } from '../../../server/services/auth/sessions/sessions.ts';
import { systemAct } from '../../support/act.ts';
import { selectRows } from '../../support/databases/sql.ts';
import type { TestServer } from '../../support/server.ts';
import { newPhone } from '../support.ts';

export type UserValues = Partial<Pick<User, 'projectId' | 'passwordHash' | 'role' | 'status'>>;

/** A user as registration leaves one, created without it. */
export async function createUser(db: Database, values: UserValues = {}): Promise<User> {
  const phone = newPhone();
  const user = await db.model(User).create({ id: randomUUID(), projectId: 11, phone, phoneKey: phone, phoneVerified: true, ...values });
  await countNewUser(db, user);
  return user;
}

export interface SignedInUser {
  readonly user: User;
  readonly pair: TokenPair;
}

/** The part of a context that services need outside of a request. */
export function callAt({ services }: Pick<TestServer, 'services'>, clock: Clock): SignInCall {
  return { ...systemAct(clock.now()), requestId: 'of-this-test', service: services.auth, device: null };
}

/** A user who has just signed in with a code. */
export async function signedInUser(server: TestServer, clock: Clock, values: UserValues = {}): Promise<SignedInUser> {
  const user = await createUser(server.db, values);
  const { tokens } = await openSession(callAt(server, clock), user, { method: 'otp' });
  return { user, pair: tokens };
}

export function sessionsOf(db: Database, { id, projectId }: User): Promise<Session[]> {
  return db.model(Session).findAll({ where: { userId: id, projectId }, order: [['createdAt', 'ASC']] });
}

/** The audit rows of a subject (`user:8d1f…`), oldest first. */
export function auditOf(db: Database, subject: string): Promise<{ action: string; details: string; project_id: number }[]> {
  const sql = 'SELECT action, details, project_id FROM audit_log WHERE subject = :subject ORDER BY id';
  return selectRows(db, sql, { subject });
}

/** The token with another character at `index`, still of the form of a token. */
export function alterToken(token: string, index: number): string {
  const at = (index + token.length) % token.length;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}
