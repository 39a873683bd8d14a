import type { User, UserRole, UserStatus } from '../../../models/auth/User.ts';
import { revokeTokens } from '../../platform/auth/revocations.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, permissionDenied } from '../../platform/errors.ts';
import { liftLock } from './attempt-locks.ts';
import { forgetPhone } from './phone-traces.ts';
import { revokeSessions } from './sessions.ts';
import { isTestPhone } from './test-codes.ts';
import { auditUser } from './user-audit.ts';
import { searchKeyOf } from './user-search.ts';
import { findUser, lockUser } from './users.ts';

/** Absent leaves. */
export interface UserChanges {
  role?: UserRole;
  status?: UserStatus;
}

/** What each status may become (contract §2); deleted is final. */
const MOVES: Readonly<Record<UserStatus, readonly UserStatus[]>> = {
  active: ['inactive', 'suspended', 'deleted'],
  inactive: ['active', 'suspended', 'deleted'],
  suspended: ['active', 'deleted'],
  deleted: [],
};

/**
 * Changes role and status. Who leaves `active` is signed out everywhere at once; with another role the old access tokens end, and
 * a refresh brings one with the new role. Nobody changes themselves, so that a project cannot lose its last admin by a slip.
 * @throws ApiError 404 `user_not_found`, 403 `permission_denied` for oneself, 409 `invalid_transition`, 409 `test_phone_user`
 */
export async function updateUser(ctx: Context, id: string, changes: UserChanges): Promise<User> {
  if (ctx.actor.kind === 'user' && ctx.actor.id === id) throw permissionDenied('Nobody changes their own role or status.');
  return inTransaction(async () => {
    const user = await lockUser({ id, projectId: projectIdOf(ctx) });
    const { role = user.role, status = user.status } = changes;
    requireMove(user, { role, status });
    if (role !== user.role) await changeRole(user, role, ctx);
    if (status !== user.status) await changeStatus(user, status, ctx);
    return user.save();
  });
}

/** Forgets wrong passwords and wrong codes, and the locks that they brought. @throws ApiError 404 `user_not_found` */
export async function unlockUser(ctx: Context, id: string): Promise<User> {
  const user = await findUser(projectIdOf(ctx), id);
  const { projectId, phoneKey: subject } = user;
  // the number of a deleted user may be somebody else's by now
  if (subject === null) return user;
  await inTransaction(async () => {
    for (const kind of ['password', 'otp'] as const) await liftLock({ kind, projectId, subject });
    await auditUser(ctx, { user, action: 'user.unlocked' });
  });
  return user;
}

/** Signs the user out everywhere; answers how many sessions that were. @throws ApiError 404 `user_not_found` */
export async function endSessions(ctx: Context, id: string): Promise<number> {
  return inTransaction(async () => {
    const user = await lockUser({ id, projectId: projectIdOf(ctx) });
    const revoked = await revokeSessions(user, ctx.now);
    await auditUser(ctx, { user, action: 'user.sessions_revoked', details: { revoked } });
    return revoked;
  });
}

function requireMove(user: User, to: { role: UserRole; status: UserStatus }): void {
  const from: UserStatus = user.status;
  if (from !== to.status && !MOVES[from].includes(to.status))
    throw conflict('invalid_transition', `A user who is ${from} cannot become ${to.status}.`);
  if (from === 'deleted' && user.role !== to.role) throw conflict('invalid_transition', 'A deleted user does not change any more.');
}

async function changeRole(user: User, role: UserRole, ctx: Context): Promise<void> {
  // its code is known to many; it opens a customer's account and nothing more
  if (await isTestPhone(user.projectId, user.phone, ctx.now))
    throw conflict('test_phone_user', 'The phone of this user is a test phone, whose user stays a customer.');
  await auditUser(ctx, { user, action: 'user.role_changed', details: { before: user.role, after: role } });
  user.role = role;
  await revokeTokens('user', [user.id], ctx.now);
}

async function changeStatus(user: User, status: UserStatus, ctx: Context): Promise<void> {
  await auditUser(ctx, { user, action: 'user.status_changed', details: { before: user.status, after: status } });
  user.status = status;
  if (status === 'deleted') await giveUpKeys(user);
  if (status !== 'active') await revokeSessions(user, ctx.now);
}

/** Phone and e-mail are free again; whoever has the number next starts without the locks and waits of this user. */
async function giveUpKeys(user: User): Promise<void> {
  const { projectId, phone } = user;
  user.set({ phoneKey: null, email: null, emailKey: null });
  user.searchKey = searchKeyOf(user);
  await forgetPhone({ projectId, phone });
}
