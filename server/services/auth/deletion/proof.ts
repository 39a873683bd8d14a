import type { User } from '../../../../models/auth/User.ts';
import { ApiError } from '../../../platform/errors.ts';
import { attemptOnPhone } from '../attempts/guarded-attempt.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf } from '../devices/phone-claim.ts';
import { checkCode } from '../otp/check-code.ts';
import type { OwnPurpose } from '../otp/purpose.ts';
import { isPasswordOf, passwordLocks } from '../users/password-checks.ts';

/** One of the two. */
export interface Proof {
  password?: string;
  /** A code with the purpose of the act. */
  otp?: string;
}

/**
 * Checks that the person who holds the token is the user, before an act that a stolen token must not allow. Wrong proofs count as at a
 * login, those of a deletion apart. Call it outside of transactions.
 * @throws ApiError 400 `invalid_credentials`, `invalid_otp`, 429 `account_locked`, `otp_locked`
 */
export async function requireProof(
  ctx: AuthContext,
  user: User,
  { purpose, password, otp = '' }: Proof & { purpose: OwnPurpose },
): Promise<void> {
  const claim = await claimOf(ctx, user);
  if (password === undefined) return checkCode(ctx, claim, { purpose, code: otp });
  const isRight = await attemptOnPhone(ctx, passwordLocks(ctx, claim, purpose === 'delete' ? 'account' : 'signIn'), {
    check: async () => ((await isPasswordOf(ctx.service, user, password)) ? true : null),
    accept: () => Promise.resolve(true),
  });
  if (isRight === null) throw new ApiError(400, 'invalid_credentials', 'The password is wrong.');
}
