import type { User, UserRole, UserStatus } from '../../../../models/auth/User.ts';
import { requireMakerOfManagers } from '../../../platform/auth/reach.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { recordAudits } from '../../../platform/db/records/audit.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { conflict, permissionDenied } from '../../../platform/errors.ts';
import { liftPhoneLocks } from '../attempts/attempt-locks.ts';
import { auditUser, type UserEvent, userEntry } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { anonymiseUser } from '../deletion/tombstone.ts';
import { forgetUserDevices } from '../devices/user-devices.ts';
import { endCooldown } from '../otp/otp-cooldown.ts';
import { isTestPhone } from '../otp/test-codes.ts';
import { countUserChange } from '../search/user-counts.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { findUser, lockUser } from './users.ts';

/** Absent fields stay. */
export interface UserPatch {
  role?: UserRole;
  status?: UserStatus;
  /** For the audit log. */
  reason?: string;
}

/** The allowed changes of status; `deleted` is final. */
const TRANSITIONS: Readonly<Record<UserStatus, readonly UserStatus[]>> = {
  active: ['inactive', 'suspended', 'deleted'],
  inactive: ['active', 'suspended', 'deleted'],
  suspended: ['active', 'deleted'],
  deleted: [],
};

/**
 * Changes role and status; `deleted` erases the data of the user without a grace. A user who is no longer `active` is signed out everywhere
 * at once. A new role ends the old access tokens; a refresh issues one with the new role. An API key that may not manage operators makes no
 * staff either. Users cannot change themselves, so that a project does not lose its last admin by mistake.
 * @throws ApiError 404 `user_not_found`, 403 `permission_denied` for oneself or for such a key, 409 `invalid_transition`, 409
 *   `test_phone_user`
 */
export async function updateUser(ctx: AuthContext, id: string, changes: UserPatch): Promise<User> {
  if (ctx.actor.kind === 'user' && ctx.actor.id === id) throw permissionDenied('You cannot change your own role or status.');
  return inTransaction(ctx.db, async () => {
    const user = await lockUser(ctx.db, { id, projectId: projectIdOf(ctx) });
    const { role = user.role, status = user.status, ...reason } = changes;
    requireTransition(user, { role, status });
    const acts: Omit<UserEvent, 'user'>[] = [];
    await countUserChange(ctx.db, user, async () => {
      if (role !== user.role) acts.push({ action: 'user.role_changed', details: await changeRole(ctx, user, { role, ...reason }) });
      if (status !== user.status)
        acts.push({ action: 'user.status_changed', details: await changeStatus(ctx, user, { status, ...reason }) });
      return user.save();
    });
    const entries = acts.map((act) => userEntry({ ...act, user }));
    if (entries.length > 0) await recordAudits(ctx.db, ctx, entries);
    return user;
  });
}

/**
 * Erases the data of a user without a grace, and resolves to the time at which the user was erased.
 * @throws ApiError 404 `user_not_found`, 403 `permission_denied` for oneself
 */
export async function eraseUser(ctx: AuthContext, id: string, reason: string): Promise<Date> {
  const { deletedAt } = await updateUser(ctx, id, { status: 'deleted', reason });
  // a release before did not note the time
  return deletedAt ?? ctx.now;
}

/** Clears wrong passwords and codes, the locks that they led to, and the wait for the next code. @throws ApiError 404 `user_not_found` */
export async function unlockUser(ctx: AuthContext, id: string): Promise<User> {
  const user = await findUser(ctx.db, projectIdOf(ctx), id);
  const { projectId, phoneKey: phone } = user;
  // the phone of a deleted user may belong to another user now
  if (phone === null) return user;
  await inTransaction(ctx.db, async () => {
    await liftPhoneLocks(ctx.db, { projectId, phone });
    for (const requester of ['anyone', 'device'] as const) await endCooldown(ctx.db, { projectId, phone, requester });
    await auditUser(ctx, { user, action: 'user.unlocked' });
  });
  return user;
}

/** Signs the user out everywhere and returns the number of ended sessions. @throws ApiError 404 `user_not_found` */
export async function endSessions(ctx: AuthContext, id: string): Promise<number> {
  return inTransaction(ctx.db, async () => {
    const user = await lockUser(ctx.db, { id, projectId: projectIdOf(ctx) });
    const revoked = await revokeSessions(ctx, user);
    await forgetUserDevices(ctx.db, user);
    await auditUser(ctx, { user, action: 'user.sessions_revoked', details: { revoked } });
    return revoked;
  });
}

function requireTransition(user: User, to: { role: UserRole; status: UserStatus }): void {
  const from: UserStatus = user.status;
  if (from !== to.status && !TRANSITIONS[from].includes(to.status))
    throw conflict('invalid_transition', `A user who is ${from} cannot become ${to.status}.`);
  const isOpen = to.status === 'deleted' || to.status === 'suspended';
  if (user.deletionDueAt !== null && from !== to.status && !isOpen)
    throw conflict('invalid_transition', 'This user asked for the deletion of the account. Only the user can restore it.');
  if (from === 'deleted' && user.role !== to.role) throw conflict('invalid_transition', 'A deleted user cannot be changed.');
}

/** Resolves to the details of the audit row; the caller saves the user. */
async function changeRole(
  ctx: AuthContext,
  user: User,
  { role, ...reason }: { role: UserRole; reason?: string },
): Promise<Readonly<Record<string, unknown>>> {
  if (role === 'staff' || role === 'admin') requireMakerOfManagers(ctx.actor);
  // many people know the code of a test phone: it must not open an account with more rights
  if (await isTestPhone(ctx, user))
    throw conflict('test_phone_user', 'The phone of this user is a test phone: its user must remain a customer.');
  const before = user.role;
  user.role = role;
  await ctx.service.revocations.revoke('user', [user.id], ctx.now);
  return { before, after: role, ...reason };
}

/** Resolves to the details of the audit row; the caller saves the user. */
async function changeStatus(
  ctx: AuthContext,
  user: User,
  { status, ...reason }: { status: UserStatus; reason?: string },
): Promise<Readonly<Record<string, unknown>>> {
  const details = { before: user.status, after: status, ...reason };
  if (status === 'deleted') {
    await anonymiseUser(ctx, user);
    return details;
  }
  user.status = status;
  if (status === 'active') return details;
  await revokeSessions(ctx, user);
  await forgetUserDevices(ctx.db, user);
  return details;
}
