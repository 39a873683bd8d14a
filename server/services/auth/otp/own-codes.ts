import { requirePhone } from '../../../domain/phone.ts';
import { validationError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf } from '../devices/phone-claim.ts';
import { messageLanguage } from '../projects.ts';
import { projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';
import type { OwnPurpose } from './purpose.ts';
import { type CodeSent, sendCode } from './send-code.ts';

export interface OwnCodeRequest {
  /** May be left out: the code goes to the phone of the user in any case. */
  readonly phone: string | undefined;
  readonly purpose: OwnPurpose;
}

/**
 * Sends the signed-in user a code for an act that a token alone does not allow.
 * @throws ApiError as `signedInUser`, 400 for the phone of another person, 429, 502 as `sendCode`
 */
export async function sendOwnCode(ctx: AuthContext, { phone, purpose }: OwnCodeRequest): Promise<CodeSent> {
  const user = await signedInUser(ctx);
  if (phone !== undefined && requirePhone(phone) !== user.phone)
    throw validationError([{ field: 'phone', message: 'phone must be that of the signed-in user' }]);
  const project = await projectOfUser(ctx);
  const language = messageLanguage(project, user.language);
  const claim = await claimOf(ctx, user);
  return sendCode(ctx, { project, claim, purpose, limit: 'sendOtp', language, deliver: 'now', isOwn: true });
}
