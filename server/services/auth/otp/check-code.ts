import { recordAudit } from '../../../platform/db/records/audit.ts';
import { type ApiError, badRequest } from '../../../platform/errors.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { attemptOnPhone } from '../attempts/guarded-attempt.ts';
import { type AttemptLocks, type LockArea, phoneLocks } from '../attempts/lock-key.ts';
import type { AuthContext } from '../auth.ts';
import type { PhoneClaim } from '../devices/phone-claim.ts';
import { countOutcome, type Outcome } from '../outcomes.ts';
import { type CodeAttempt, type Counted, compareCode, forgetNetwork, type Sending, useCode } from './otp-codes.ts';
import { endCooldown } from './otp-cooldown.ts';
import type { Purpose } from './purpose.ts';
import { noteUsedCode } from './sent-codes.ts';
import type { ClearCode, Requester } from './stored-codes.ts';
import { isTestCode } from './test-codes.ts';

/** A code as it was typed. */
export interface TypedCode {
  readonly purpose: Purpose;
  readonly code: string;
  readonly boundTo?: string;
  /** Where wrong ones count; by default where the purpose says. */
  readonly area?: LockArea;
  /** The attempt, if its client named it. */
  readonly named?: CodeAttempt | null;
}

/**
 * Accepts a code once, and the fixed code of a test phone always; afterwards the phone may be sent the next code at once. Ten wrong codes
 * in a row, over all codes and purposes of an area, lock it for the phone, or for the known device. Call it outside of transactions: what
 * it counts must remain when they fail.
 * @throws ApiError 400 `invalid_otp`, 429 `otp_locked`
 */
export function checkCode(ctx: AuthContext, claim: PhoneClaim, typed: TypedCode): Promise<void> {
  const count = (outcome: Outcome): void => ctx.service.counts.code(typed.purpose, outcome);
  return countOutcome(count, () => acceptCode(ctx, claim, typed));
}

/**
 * Refuses as `checkCode` does, but does not use the code up: for an account that cannot be signed in to now.
 * @throws ApiError 400 `invalid_otp`, 429 `otp_locked`
 */
export async function requireUnusedCode(ctx: AuthContext, claim: PhoneClaim, typed: TypedCode): Promise<void> {
  const isRight = await attemptOnPhone(ctx, codeLocks(ctx, claim, typed), {
    check: async () => ((await isUnusedCode(ctx, codesOf(claim, typed), areaOf(typed))) ? true : null),
    accept: () => Promise.resolve(true),
  });
  if (isRight === null) throw invalidCode();
}

/** The locks of codes with a purpose. */
export function codeLocks(ctx: AuthContext, claim: PhoneClaim, typed: Pick<TypedCode, 'purpose' | 'area'>): AttemptLocks {
  return phoneLocks(ctx, claim, { secret: 'otp', area: areaOf(typed) });
}

/** Codes that delete an account count apart. */
function areaOf({ purpose, area }: Pick<TypedCode, 'purpose' | 'area'>): LockArea {
  return area ?? (purpose === 'delete' ? 'account' : 'signIn');
}

/** The requester as which a client is counted. */
export function requesterOf({ device }: PhoneClaim): Requester {
  return device === null ? 'anyone' : 'device';
}

async function acceptCode(ctx: AuthContext, claim: PhoneClaim, typed: TypedCode): Promise<void> {
  const accepted = await attemptOnPhone(ctx, codeLocks(ctx, claim, typed), {
    check: () => useRightCode(ctx, codesOf(claim, typed), { area: areaOf(typed), named: typed.named ?? undefined }),
    accept: async (code) => {
      await endCooldown(ctx.db, code);
      await noteUsedCode(ctx, code);
      return code;
    },
  });
  if (accepted === null) throw invalidCode();
}

/** The codes that the typed one may be: a known device may also enter a code that was asked for without its token. */
function codesOf(claim: PhoneClaim, { purpose, code, boundTo }: TypedCode): readonly [ClearCode, ...ClearCode[]] {
  const { projectId, phone } = claim;
  const typed = { projectId, phone, purpose, code, ...(boundTo === undefined ? {} : { boundTo }) };
  const common = { ...typed, requester: 'anyone' } as const;
  return claim.device === null ? [common] : [{ ...typed, requester: 'device' }, common];
}

async function isUnusedCode(ctx: AuthContext, codes: readonly [ClearCode, ...ClearCode[]], area: LockArea): Promise<boolean> {
  if (await isTestCode(ctx, codes[0])) return true;
  for (const code of codes) {
    const sending = await compareCode(ctx, code, area);
    if (sending === null) continue;
    await noteUse(ctx, code, { ...sending, mayComeAgain: true });
    return true;
  }
  return false;
}

/** The code that was right; null when none was, which counts as a wrong try of each. */
async function useRightCode(ctx: AuthContext, codes: readonly [ClearCode, ...ClearCode[]], counted: Counted): Promise<ClearCode | null> {
  const [first] = codes;
  // the code of a test phone, which many people know, proves no address
  if (first.purpose !== 'email' && (await isTestCode(ctx, first))) return acceptTestCode(ctx, first);
  for (const code of codes) {
    const verdict = await useCode(ctx, code, counted);
    // refused like any other code, but not counted: a client that repeats the right code is not guessing
    if (verdict === 'used') throw invalidCode();
    if (verdict === 'wrong') continue;
    if (counted.named !== undefined) counted.named.hasUsedCode = true;
    // before the request is answered, whatever the answer is
    await noteUse(ctx, code, { ...verdict, mayComeAgain: counted.named !== undefined });
    return code;
  }
  return null;
}

/** Tells the guard once that a code was used, also where the right code may come again: each use allows another unused code. */
async function noteUse(ctx: AuthContext, code: ClearCode, used: Sending & { readonly mayComeAgain: boolean }): Promise<void> {
  const { network, createdAt: sentAt, mayComeAgain } = used;
  if (network === null || (mayComeAgain && !(await forgetNetwork(ctx, code)))) return;
  await ctx.service.guard.noteUse({ ...code, network }, { sentAt, now: ctx.now });
}

async function acceptTestCode(ctx: AuthContext, code: ClearCode): Promise<ClearCode> {
  const { projectId, phone, purpose } = code;
  const subject = `phone:${maskPhone(phone)}`;
  await recordAudit(ctx.db, ctx, { projectId, action: 'otp.test_phone_used', subject, details: { purpose } });
  return code;
}

/** 400 for a wrong, expired, used or absent code. */
export function invalidCode(): ApiError {
  return badRequest('invalid_otp', 'The code is wrong or no longer valid.');
}
