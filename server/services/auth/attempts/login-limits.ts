import type { RateLimitName } from '../../../config/types.ts';
import { throttled } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { lockedError, lockedSeconds } from './attempt-locks.ts';
import type { LockKey } from './lock-key.ts';

/**
 * Counts the login against its rate limit; the error reports the lock instead if that is longer. Taking the permit of the attempt refuses
 * a locked key too, so the lock is read here only after a refusal. @throws ApiError 429
 */
export async function consumeLoginLimit(ctx: AuthContext, limit: RateLimitName, key: LockKey): Promise<void> {
  const limited = await ctx.consumeRateLimit(limit, `${key.projectId} ${key.subject}`);
  if (limited === 0) return;
  const locked = await lockedSeconds(ctx.service, key, ctx.now);
  throw locked >= limited ? lockedError(ctx.service, key, locked) : throttled(limited);
}
