import { digestOfRecoveryCode, generateRecoveryCodes } from '../../../platform/crypto/recovery-codes.ts';
import { generateTotpSecret, totpUrl } from '../../../platform/crypto/totp.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { type ApiError, badRequest, conflict } from '../../../platform/errors.ts';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { attemptAsOperator } from './operator-attempts.ts';
import { languageOfOperator, mailOperator } from './operator-notices.ts';
import { invalidCurrentPassword, lockUnchanged, withOwnPassword } from './own-password.ts';
import { endOtherSessions } from './own-sessions.ts';
import { checkSecondFactor, claimSecondFactor, ownerOf, type SecondFactor, stepOf } from './second-factor.ts';
import { auditOwnAccount, lockSignedInOperator, signedInOperator } from './signed-in-operator.ts';

/** The name of the account in authenticator apps begins with it. */
const ISSUER = 'Diwan';

export interface TotpSetup {
  /** In Base32. */
  readonly secret: string;
  /** For the QR code that authenticator apps read. */
  readonly otpauthUrl: string;
}

export interface TotpRemoval {
  password: string;
  code: string;
}

/**
 * Makes a secret, which is not in force before `enableTotp`. A repeated call replaces it. It needs the password, because the second factor
 * of somebody with a stolen token would lock the operator out.
 * @throws ApiError 400 `invalid_current_password`, 409 `totp_enabled`, `password_changed`, 429 `account_locked`
 */
export async function startTotp(ctx: AuthContext, password: string): Promise<TotpSetup> {
  const secret = generateTotpSecret();
  return withOwnPassword(ctx, password, async (operator) => {
    requireDisabled(operator);
    await ctx.service.operators.change(operator.id, { totpSecret: ctx.service.secrets.seal(ownerOf(operator.id), secret) });
    await auditOwnAccount(ctx, operator, { action: 'operator.totp_started' });
    return { secret, otpauthUrl: totpUrl(secret, { issuer: ISSUER, label: operator.username }) };
  });
}

/**
 * Puts the second factor in force once the operator's app shows the right code, ends the other sessions, which were opened without it, and
 * returns the recovery codes, which are stored nowhere in clear.
 * @throws ApiError 400 `invalid_otp`, 409 `totp_enabled`, `totp_not_started`
 */
export async function enableTotp(ctx: AuthContext, code: string): Promise<string[]> {
  const recoveryCodes = generateRecoveryCodes();
  const language = await languageOfOperator(ctx);
  await inTransaction(ctx.db, async () => {
    const operator = await lockSignedInOperator(ctx);
    requireDisabled(operator);
    if (operator.totpSecret === null) throw conflict('totp_not_started', 'No second factor is being set up. Start with POST.');
    const step = stepOf(ctx, operator, code);
    if (step === null) throw invalidCode();
    await ctx.service.operators.change(operator.id, { totpEnabledAt: ctx.now, totpLastStep: step });
    await ctx.service.operators.replaceRecoveryCodes(
      operator.id,
      recoveryCodes.flatMap((one) => digestOfRecoveryCode(one) ?? []),
    );
    await endOtherSessions(ctx, operator);
    await auditOwnAccount(ctx, operator, { action: 'operator.totp_enabled', details: { before: { totp: false }, after: { totp: true } } });
    await mailOperator(ctx, operator, { template: 'operator_totp_enabled', language });
  });
  return recoveryCodes;
}

/**
 * Removes the second factor. A wrong password or code counts like one at sign-in.
 * @throws ApiError 400 `invalid_current_password`, `invalid_otp`, 409 `totp_not_enabled`, 429 `account_locked`
 */
export async function disableTotp(ctx: AuthContext, { password, code }: TotpRemoval): Promise<void> {
  const operator = await signedInOperator(ctx);
  if (operator.totpEnabledAt === null) throw notEnabled();
  const language = await languageOfOperator(ctx);
  let fault: Error = invalidCurrentPassword('password');
  const removed = await attemptAsOperator(ctx, operator.username, {
    check: async () => {
      if (!(await ctx.service.passwords.verify(operator.passwordHash, password))) return null;
      fault = invalidCode();
      return checkSecondFactor(ctx, operator, code);
    },
    accept: (factor) => remove(ctx, operator, { factor, language }),
  });
  if (removed === null) throw fault;
}

/** Checks again, with the row locked, that neither password nor second factor has changed since they were verified. */
async function remove(
  ctx: AuthContext,
  verified: AuthOperator,
  { factor, language }: { factor: SecondFactor; language: MessageLanguage },
): Promise<AuthOperator> {
  const { operators } = ctx.service;
  const operator = await lockUnchanged(ctx, verified);
  if (operator.totpSecret !== verified.totpSecret) throw notEnabled();
  if (!(await claimSecondFactor(ctx.service, operator, factor))) throw invalidCode();
  await operators.removeTotp(operator.id);
  await auditOwnAccount(ctx, operator, { action: 'operator.totp_disabled', details: { before: { totp: true }, after: { totp: false } } });
  await mailOperator(ctx, operator, { template: 'operator_totp_disabled', language });
  return operator;
}

function requireDisabled({ totpEnabledAt }: AuthOperator): void {
  if (totpEnabledAt !== null) throw conflict('totp_enabled', 'The second factor is in force. Remove it first.');
}

function notEnabled(): ApiError {
  return conflict('totp_not_enabled', 'There is no second factor in force.');
}

function invalidCode(): ApiError {
  return badRequest('invalid_otp', 'The code is wrong or no longer valid.', [{ field: 'code', message: 'code is wrong or was used' }]);
}
