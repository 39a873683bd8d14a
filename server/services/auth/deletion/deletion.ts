import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import type { User } from '../../../../models/auth/User.ts';
import { requirePhone } from '../../../domain/phone.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { auditUser } from '../audit/user-audit.ts';
import type { AuthContext, AuthProject } from '../auth.ts';
import { claimOf } from '../devices/phone-claim.ts';
import { checkCode } from '../otp/check-code.ts';
import { type CodeSent, sendCode } from '../otp/send-code.ts';
import { messageLanguage, projectOf } from '../projects.ts';
import { countUserChange } from '../search/user-counts.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';
import { findByPhone, languageOf, lockUser, userNotRegistered } from '../users/users.ts';
import { type Proof, requireProof } from './proof.ts';
import { anonymiseUser, WAITING } from './tombstone.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Deletes the account of the signed-in user, after the days of grace of the project, and ends all sessions at once. Resolves to the end of
 * the grace.
 * @throws ApiError as `signedInUser` and `requireProof`, 401 `token_not_valid` when the session ended meanwhile
 */
export async function deleteOwnAccount(ctx: AuthContext, proof: Proof): Promise<Date> {
  const known = await signedInUser(ctx);
  const project = await projectOfUser(ctx);
  await requireProof(ctx, known, { ...proof, purpose: 'delete' });
  return inTransaction(ctx.db, async () => beginDeletion(ctx, project, await lockSignedInUser(ctx)));
}

/**
 * Sends a code to delete the account of a phone with, without a sign-in. The reply is the same for a phone without an account, which gets
 * none, and precedes the delivery, so that its time does not reveal which phones are registered.
 * @throws ApiError 429 as `sendCode`
 */
export async function sendDeletionCode(ctx: AuthContext, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  const own = await languageOf(ctx.db, project.id, phone);
  const language = messageLanguage(project, own);
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  return sendCode(ctx, { project, claim, purpose: 'delete', limit: 'sendOtp', language, deliver: own === null ? 'never' : 'later' });
}

export interface PhoneProof {
  phone: string;
  otp: string;
}

/**
 * Deletes the account of the phone that the code proves, like `deleteOwnAccount`. A deletion that waits already keeps its date.
 * @throws ApiError 400 `invalid_otp`, 404 `user_not_registered` for a test phone without a user, 429 `otp_locked`
 */
export async function deleteAccountOfPhone(ctx: AuthContext, typed: PhoneProof): Promise<Date> {
  const phone = requirePhone(typed.phone);
  const project = await projectOf(ctx);
  const { id: projectId } = project;
  const claim = await claimOf(ctx, { projectId, phone });
  await checkCode(ctx, claim, { purpose: 'delete', code: typed.otp });
  const known = await findByPhone(ctx.db, projectId, phone);
  if (known === null) throw userNotRegistered();
  return inTransaction(ctx.db, async () => {
    const user = await lockUser(ctx.db, known);
    if (user.status === 'deleted') throw userNotRegistered();
    return user.deletionDueAt ?? beginDeletion(ctx, project, user);
  });
}

/** Call it in a transaction with the user's row locked. */
async function beginDeletion(ctx: AuthContext, { settings }: AuthProject, user: User): Promise<Date> {
  const deletesAt = new Date(ctx.now.getTime() + settings.accountDeletionDays * DAY_MS);
  await countUserChange(ctx.db, user, () =>
    settings.accountDeletionDays === 0 ? anonymiseUser(ctx, user) : startGrace(ctx, user, deletesAt),
  );
  await auditUser(ctx, { user, action: 'user.deletion_requested', details: { deletesAt: deletesAt.toISOString() } });
  return deletesAt;
}

/** An active user becomes inactive: a server of the release before refuses inactive users too. */
async function startGrace(ctx: AuthContext, user: User, deletesAt: Date): Promise<void> {
  const { id: userId, projectId, status } = user;
  await ctx.db.model(AccountDeletion).create({
    userId,
    projectId,
    statusBefore: status,
    step: WAITING,
    position: '',
    begunAt: ctx.now,
    dueAt: deletesAt,
  });
  await user.update({ deletionDueAt: deletesAt, status: status === 'active' ? 'inactive' : status });
  await revokeSessions(ctx, user);
}
