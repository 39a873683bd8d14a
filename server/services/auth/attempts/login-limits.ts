import type { RateLimitName } from '../../../config/types.ts';
import { throttled } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { lockedError, lockedSeconds } from './attempt-locks.ts';
import type { LockKey } from './lock-key.ts';

/** Counts the login against its rate limit and checks the lock. The error reports the longer of the two waits. @throws ApiError 429 */
export async function consumeLoginLimit(ctx: AuthContext, limit: RateLimitName, key: LockKey): Promise<void> {
  const limited = await ctx.consumeRateLimit(limit, `${key.projectId} ${key.subject}`);
  const locked = await lockedSeconds(ctx.db, key, ctx.now);
  if (locked > 0 && locked >= limited) throw lockedError(ctx.service, key, locked);
  if (limited > 0) throw throttled(limited);
}
