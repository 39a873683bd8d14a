import type { RefreshGeneration } from '../../../platform/auth/refresh-token.ts';
import { type Account, subjectOf } from '../../../platform/auth/subject.ts';
import { throttled } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';

/**
 * Counts a request with a refresh token, which is null unless it is one of ours: against `owner` if there is one, as while the session of
 * a user is live, then against the session, because a thief may have an old token, else against the address. Phones share the addresses of
 * their carriers.
 * @throws ApiError 429 `throttled`
 */
export async function countRefreshToken(ctx: AuthContext, presented: RefreshGeneration | null, owner: Account | null): Promise<void> {
  const wait =
    presented === null
      ? await ctx.consumeRateLimit('global', ctx.address ?? 'unknown')
      : await ctx.consumeRateLimit('account', subjectOf(owner ?? { kind: 'session', id: presented.sessionId }));
  if (wait > 0) throw throttled(wait);
}
