import { digestOfRecoveryCode } from '../../../platform/crypto/recovery-codes.ts';
import { stepOfCode } from '../../../platform/crypto/totp.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Auth, AuthContext, AuthOperator } from '../auth.ts';

/** A right second factor, which is not used up before `claimSecondFactor`. `none`: the operator has no second factor. */
export type SecondFactor =
  | { readonly kind: 'none' }
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery_code'; readonly digest: string };

/**
 * Checks a code of the authenticator app, or a recovery code; null when it is wrong or used up. Call it after the password was verified.
 * @throws ApiError 401 `totp_required` without a code
 */
export async function checkSecondFactor(ctx: AuthContext, operator: AuthOperator, code: string | undefined): Promise<SecondFactor | null> {
  if (operator.totpEnabledAt === null) return { kind: 'none' };
  if (code === undefined) throw new ApiError(401, 'totp_required', 'A code of the authenticator app is required. Send it as `otp`.');
  const digest = digestOfRecoveryCode(code);
  if (digest !== null) return (await ctx.service.operators.hasRecoveryCode(operator.id, digest)) ? { kind: 'recovery_code', digest } : null;
  const step = stepOf(ctx, operator, code);
  return step === null || step <= (operator.totpLastStep ?? 0) ? null : { kind: 'totp', step };
}

/** Uses the factor up, in the caller's transaction; false when a concurrent request has used it first. */
export async function claimSecondFactor({ operators }: Auth, { id }: AuthOperator, factor: SecondFactor): Promise<boolean> {
  if (factor.kind === 'none') return true;
  return factor.kind === 'totp' ? operators.claimTotpStep(id, factor.step) : operators.claimRecoveryCode(id, factor.digest);
}

/** The time step of a code; null when it is wrong, and when the stored secret belongs to another pepper. */
export function stepOf({ service: { secrets }, log, now }: AuthContext, { id, totpSecret }: AuthOperator, code: string): number | null {
  const secret = totpSecret === null ? null : secrets.unseal(ownerOf(id), totpSecret);
  if (secret !== null) return stepOfCode(secret, code, now);
  if (totpSecret !== null)
    log.error({ operator: id }, 'authenticator secret cannot be decrypted: OTP_PEPPER has changed, so reset the second factor');
  return null;
}

/** The owner that a secret is encrypted for. */
export function ownerOf(operatorId: number): string {
  return `operator:${operatorId}`;
}
