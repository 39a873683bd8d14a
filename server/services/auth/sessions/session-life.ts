import type { BrowserSession } from '../../../platform/context.ts';
import type { Auth } from '../auth.ts';

const DAY_MS = 86_400_000;

/** A session of the console that was idle for so long ends, because browsers are left open. */
export const BROWSER_IDLE_SECONDS = 12 * 3_600;

interface Refreshed {
  /** The sign-in; now by default. */
  readonly openedAt?: Date;
  /** null, the default, for a client that keeps its token itself. */
  readonly browser?: BrowserSession | null;
}

/** Expiry of a refresh token that is issued at `now`: refreshing prolongs a session up to SESSION_MAX_DAYS after its sign-in. */
export function refreshEnd(auth: Auth, now: Date, { openedAt = now, browser = null }: Refreshed = {}): Date {
  const { refreshTokenSeconds } = auth.config.keys;
  const seconds = browser === null ? refreshTokenSeconds : Math.min(refreshTokenSeconds, BROWSER_IDLE_SECONDS);
  return new Date(Math.min(now.getTime() + seconds * 1_000, sessionEnd(auth, openedAt)));
}

/** The lifetime of an access token that is issued at `now`: it does not outlive its session either. */
export function accessSeconds(auth: Auth, now: Date, openedAt: Date = now): number {
  const left = Math.floor((sessionEnd(auth, openedAt) - now.getTime()) / 1_000);
  return Math.max(0, Math.min(auth.config.keys.accessTokenSeconds, left));
}

function sessionEnd({ config }: Auth, openedAt: Date): number {
  return openedAt.getTime() + config.keys.sessionMaxDays * DAY_MS;
}
