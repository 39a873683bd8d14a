import type { Auth } from '../auth.ts';

const DAY_MS = 86_400_000;

/** Expiry of a refresh token that is issued at `now`: refreshing prolongs a session up to SESSION_MAX_DAYS after its sign-in. */
export function refreshEnd(auth: Auth, now: Date, openedAt: Date = now): Date {
  const { refreshTokenSeconds } = auth.config.keys;
  return new Date(Math.min(now.getTime() + refreshTokenSeconds * 1_000, sessionEnd(auth, openedAt)));
}

/** The lifetime of an access token that is issued at `now`: it does not outlive its session either. */
export function accessSeconds(auth: Auth, now: Date, openedAt: Date = now): number {
  const left = Math.floor((sessionEnd(auth, openedAt) - now.getTime()) / 1_000);
  return Math.max(0, Math.min(auth.config.keys.accessTokenSeconds, left));
}

function sessionEnd({ config }: Auth, openedAt: Date): number {
  return openedAt.getTime() + config.keys.sessionMaxDays * DAY_MS;
}
