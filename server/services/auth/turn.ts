import type { RateLimitName } from '../../config/types.ts';
import type { Context } from '../../platform/context.ts';
import { throttled } from '../../platform/errors.ts';
import { type LockKey, lockedError, lockedSeconds } from './attempt-locks.ts';

/** Counts the try against its limit and looks at the lock; of the two waits the longer one is told (contract §1.6). @throws ApiError 429 */
export async function requireTurn(ctx: Context, limit: RateLimitName, key: LockKey): Promise<void> {
  const limited = await ctx.hit(limit, `${key.projectId} ${key.subject}`);
  const locked = await lockedSeconds(key, ctx.now);
  if (locked > 0 && locked >= limited) throw lockedError(key, locked);
  if (limited > 0) throw throttled(limited);
}
