import { throttled } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import type { OwnedSession } from './unchanged-user.ts';

/**
 * Counts a request with a refresh token: against its user while the session is live, else against the address, as if it had no token. Phones
 * share the addresses of their carriers, so those who are signed in do not use up the limit of others.
 * @throws ApiError 429 `throttled`
 */
export async function countRefreshToken(ctx: AuthContext, session: OwnedSession | null): Promise<void> {
  const { owner, isLive } = session ?? { owner: null, isLive: false };
  const wait =
    owner !== null && isLive
      ? await ctx.consumeRateLimit('account', `user:${owner.id}`)
      : await ctx.consumeRateLimit('global', ctx.address ?? 'unknown');
  if (wait > 0) throw throttled(wait);
}
