import { randomUUID } from 'node:crypto';
import { Session } from '../../models/auth/Session.ts';
import { User } from '../../models/auth/User.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import { openSession, type TokenPair } from '../../server/services/auth/sessions.ts';
import { newPhone } from './support.ts';

/** A user as registration leaves one, made without it. */
export function createUser(values: Partial<Pick<User, 'projectId' | 'passwordHash' | 'role' | 'status'>> = {}): Promise<User> {
  const phone = newPhone();
  return User.create({ id: randomUUID(), projectId: 11, phone, phoneKey: phone, phoneVerified: true, ...values });
}

export interface SignedInUser {
  readonly user: User;
  readonly pair: TokenPair;
}

/** A user who signed in with a code just now. */
export async function signedInUser(clock: Clock, values: Parameters<typeof createUser>[0] = {}): Promise<SignedInUser> {
  const user = await createUser(values);
  const { tokens } = await openSession(user, { method: 'otp' }, clock.now());
  return { user, pair: tokens };
}

export function sessionsOf({ id, projectId }: User): Promise<Session[]> {
  return Session.findAll({ where: { userId: id, projectId }, order: [['createdAt', 'ASC']] });
}

/** The audit rows of a subject (`user:8d1f…`), oldest first. */
export function auditOf(subject: string): Promise<{ action: string; details: string; project_id: number }[]> {
  return selectRows('SELECT action, details, project_id FROM audit_log WHERE subject = :subject ORDER BY id', { subject });
}

/** The token with another last character, or any other place: still of the form that ours have. */
export function bent(token: string, index: number): string {
  const at = (index + token.length) % token.length;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}
