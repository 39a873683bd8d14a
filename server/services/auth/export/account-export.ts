import { User } from '../../../../models/auth/User.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { throttled } from '../../../platform/errors.ts';
import { type ExportPage, readExport } from '../../../platform/export.ts';
import { auditUser } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { type Proof, requireProof } from '../deletion/proof.ts';
import { lockSignedInUser, signedInUser } from '../sessions/signed-in-user.ts';
import { findUser } from '../users/users.ts';

/** A user may export once in this time. */
const EVERY_SECONDS = 3_600;

export interface AccountExport {
  readonly user: User;
  readonly exportedAt: Date;
  /** The lists of the document, read while it is sent. */
  readonly pages: AsyncGenerator<ExportPage>;
  /** Call it when the document could not be read to its end: the user may then try again at once. */
  readonly failed?: () => Promise<void>;
}

/**
 * Exports all data of the signed-in user, once an hour.
 * @throws ApiError as `signedInUser` and `requireProof`, 401 `token_not_valid` when the session ended meanwhile, 429 `throttled`
 */
export async function exportOwnAccount(ctx: AuthContext, proof: Proof): Promise<AccountExport> {
  const known = await signedInUser(ctx);
  await requireProof(ctx, known, { ...proof, purpose: 'export' });
  const { user, before } = await inTransaction(ctx.db, () => claimHour(ctx));
  return { ...exportOf(ctx, user), failed: () => returnHour(ctx, user, before) };
}

/** Exports all data of a user for an admin, even of one whose account is to be deleted. @throws ApiError 404 `user_not_found` */
export async function exportUser(ctx: AuthContext, id: string): Promise<AccountExport> {
  const user = await findUser(ctx.db, projectIdOf(ctx), id);
  await auditUser(ctx, { user, action: 'user.exported' });
  return exportOf(ctx, user);
}

/** Two requests at once lock the same row, so that one of them finds the claim of the other. */
async function claimHour(ctx: AuthContext): Promise<{ user: User; before: Date | null }> {
  const user = await lockSignedInUser(ctx);
  const before = user.exportedAt;
  const waitMs = before === null ? 0 : before.getTime() + EVERY_SECONDS * 1000 - ctx.now.getTime();
  if (waitMs > 0) throw throttled(waitMs / 1000);
  await user.update({ exportedAt: ctx.now }, { silent: true });
  await auditUser(ctx, { user, action: 'user.exported' });
  return { user, before };
}

async function returnHour({ db, log, now }: AuthContext, { id, projectId }: User, before: Date | null): Promise<void> {
  try {
    await db.model(User).update({ exportedAt: before }, { where: { id, projectId, exportedAt: now }, silent: true });
  } catch (err) {
    log.warn({ err }, 'an export failed, and its user cannot try again before the hour ends');
  }
}

function exportOf({ service: auth, now }: AuthContext, user: User): AccountExport {
  const { id: userId, projectId, phone, verifiedEmail: provedEmail } = user;
  const person = { userId, projectId, phone: phone === '' ? null : phone, provedEmail };
  return { user, exportedAt: now, pages: readExport(auth.exportParts, person) };
}
