import type { RateLimitName } from '../../../config/types.ts';
import { throttled } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { lockedError } from './attempt-locks.ts';
import { type LockKey, nameOf } from './lock-key.ts';
import { longestLock, type PhoneLocks } from './phone-locks.ts';

/**
 * Counts the login against its rate limit; the error reports the lock instead if that is longer. Taking the permit of the attempt refuses
 * a locked key too, so the lock is read here only after a refusal. @throws ApiError 429
 */
export async function consumeLoginLimit(ctx: AuthContext, limit: RateLimitName, key: LockKey): Promise<void> {
  await consumePhoneLimit(ctx, limit, { own: key, main: key });
}

/** The same for a phone: each act has its own limit, as it has its own lock. @throws ApiError 429 */
export async function consumePhoneLimit(ctx: AuthContext, limit: RateLimitName, locks: PhoneLocks): Promise<void> {
  const limited = await ctx.consumeRateLimit(limit, nameOf(locks.own));
  if (limited === 0) return;
  const { key, seconds } = await longestLock(ctx, locks);
  throw seconds >= limited ? lockedError(ctx.service, key, seconds) : throttled(limited);
}
