import { throttled } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import type { OwnedSession } from './unchanged-user.ts';

/**
 * Counts a request with a refresh token: against its owner (`user:<id>`, `operator:<id>`) if the token is one of ours, also when its session has
 * ended, else against the address. Phones share the addresses of their carriers, so their tokens do not use up the limit of others.
 * @throws ApiError 429 `throttled`
 */
export async function countRefreshToken(ctx: AuthContext, owner: string | null): Promise<void> {
  const wait =
    owner === null ? await ctx.consumeRateLimit('global', ctx.address ?? 'unknown') : await ctx.consumeRateLimit('account', owner);
  if (wait > 0) throw throttled(wait);
}

/** The key by which a request with a token of this session counts. */
export function ownerKeyOf(session: OwnedSession | null): string | null {
  return session === null ? null : `user:${session.owner.id}`;
}
