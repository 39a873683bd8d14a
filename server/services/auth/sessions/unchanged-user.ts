// Raw SQL: the session is written by the statement that checks its user, so that no other statement has to lock and read the row first.
import type { SessionMethod } from '../../../../models/auth/Session.ts';
import type { User } from '../../../../models/auth/User.ts';
import { latelyOf, notRevokedLately } from '../../../platform/auth/revocations.ts';
import type { Account } from '../../../platform/auth/subject.ts';
import { isCollision } from '../../../platform/db/statements/driver-error.ts';
import { asDate, execute, forUpdate, type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { networkOf } from '../../../platform/network.ts';
import type { AuthContext, SignInCall } from '../auth.ts';
import { advance, type Presented } from './session-family.ts';
import { refreshEnd } from './session-life.ts';

/** The row of a user as the caller has read it. */
export type KnownUser = Pick<User, 'id' | 'phone' | 'projectId' | 'role' | 'updatedAt'>;

/** The user's row is locked by the statement that has this condition. */
const IS_UNCHANGED = "id = :userId AND project_id = :projectId AND status = 'active' AND role = :role AND updated_at = :updatedAt";

export interface NewSession {
  readonly id: string;
  readonly method: SessionMethod;
}

/**
 * Opens a session if the user is active and the row is as the caller knows it, and returns whether it did. Every change of the user but a
 * new hash changes `updatedAt`. The row stays locked until the transaction ends.
 */
export async function openForUnchanged(call: SignInCall, user: User, { id, method }: NewSession): Promise<boolean> {
  const { service: auth, now } = call;
  const inserted = await execute(
    withTenant(auth.db, user.projectId),
    `INSERT INTO sessions (id, project_id, user_id, method, generation, rotated_at, expires_at, created_at, address, device)
     SELECT :sessionId, project_id, id, :method, 1, :now, :end, :now, :address, :device FROM users
     WHERE ${IS_UNCHANGED} AND COALESCE(password_hash, '') = :passwordHash AND ${notRevokedLately('user')}${forUpdate(auth.db)}`,
    {
      ...valuesOf(user, now),
      address: networkOf(call.address),
      device: call.device,
      sessionId: id,
      method,
      now,
      end: refreshEnd(auth, now),
      passwordHash: user.passwordHash ?? '',
    },
  );
  return inserted > 0;
}

export interface OwnedSession {
  readonly owner: KnownUser;
  readonly openedAt: Date;
  /** Whether it had neither ended nor expired when it was read. */
  readonly isLive: boolean;
}

/** Owner and time of opening of a session never change, so they can be read without a lock. */
export async function findOwned({ db, now }: Pick<AuthContext, 'db' | 'now'>, sessionId: string): Promise<OwnedSession | null> {
  const [row] = await selectRows<KnownUser & { openedAt: Date | string; isLive: number }>(
    acrossProjects(db),
    `SELECT users.id, users.project_id AS projectId, users.phone, users.role, users.updated_at AS updatedAt,
       sessions.created_at AS openedAt, sessions.revoked_at IS NULL AND sessions.expires_at > :now AS isLive
     FROM sessions JOIN users ON users.id = sessions.user_id AND users.project_id = sessions.project_id WHERE sessions.id = :sessionId`,
    { sessionId, now },
  );
  if (row === undefined) return null;
  const { openedAt, isLive, ...owner } = row;
  return { owner: { ...owner, updatedAt: asDate(owner.updatedAt) }, openedAt: asDate(openedAt), isLive: isLive === 1 };
}

/** The account of a session that has neither ended nor expired. */
export function liveOwnerOf(session: OwnedSession | null): Account | null {
  return session?.isLive === true ? { kind: 'user', id: session.owner.id } : null;
}

/** Rotates the session if its user is active and the row is as the caller knows it. Returns whether it did; then the token is used up. */
export async function rotateForUnchanged(ctx: AuthContext, presented: Presented, user: KnownUser): Promise<boolean> {
  const condition = `EXISTS (SELECT 1 FROM users WHERE ${IS_UNCHANGED}${forUpdate(ctx.db)}) AND ${notRevokedLately('user')}`;
  try {
    return await advance(ctx, presented, { sql: condition, values: valuesOf(user, ctx.now) });
  } catch (error) {
    // the caller continues with a transaction, which is repeated
    if (isCollision(error)) return false;
    throw error;
  }
}

function valuesOf({ id, role, updatedAt }: KnownUser, now: Date): Record<string, SqlValue> {
  return { userId: id, role, updatedAt, ...latelyOf(id, now) };
}
