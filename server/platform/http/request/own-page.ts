import type { Request } from 'express';
import type { BrowserSession } from '../../context.ts';
import { ApiError, badRequest } from '../../errors.ts';
import { requireJsonType } from './body.ts';

/**
 * Requests of this server's own pages, and the cookies of their session. Only endpoints with `isForBrowser` read them, so no other request
 * has a right because a browser sent it.
 */

/** The cookies are sent to this path and to what is below it only. */
const PATH = '/console/session';
/** The refresh token of the session. */
const SESSION_COOKIE = 'diwan_console';
/** The token of the known device, which outlives the session. */
const DEVICE_COOKIE = 'diwan_device';
const DEVICE_SECONDS = 400 * 86_400;

/**
 * Refuses a request that another site caused, and a POST that is not JSON or would send a session in clear.
 * @throws ApiError 403 `cross_site`, 415 `unsupported_media_type`, 400 `insecure_transport`
 */
export function requireOwnPage(req: Request): void {
  if (!isFromOwnPage(req)) throw new ApiError(403, 'cross_site', 'Only pages of this server may send this request.');
  if (req.method !== 'POST') return;
  requireJsonType(req);
  if (!req.secure && !isLoopback(req.hostname))
    throw badRequest(
      'insecure_transport',
      'The console needs https: open it with https://, or on the machine itself with http://localhost. ' +
        'Behind a proxy that ends TLS, set TRUST_PROXY and let the proxy send X-Forwarded-Proto.',
    );
}

/** Browsers send `Sec-Fetch-Site` over https and to localhost; without it the origin is compared. */
function isFromOwnPage(req: Request): boolean {
  const { 'sec-fetch-site': site, origin } = req.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === req.host?.toLowerCase();
}

/** Whether a browser keeps requests to this host on the machine. */
function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);
}

/** The session of the browser. A cookie that is sent twice, as another host of the domain can cause, is not read. */
export function browserSessionOf(req: Request): BrowserSession {
  const cookies = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const cookieOf = (name: string): string | null => {
    const [value, ...others] = cookies.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
    return value === undefined || value === '' || others.length > 0 ? null : value;
  };
  return { refreshToken: cookieOf(SESSION_COOKIE), deviceToken: cookieOf(DEVICE_COOKIE), isSecure: req.secure };
}

/** The headers that store a refresh token in the browser, until it was idle for so many seconds. */
export function sessionCookie({ isSecure }: BrowserSession, refreshToken: string, seconds: number): string[] {
  return setCookie(SESSION_COOKIE, refreshToken, { seconds, isSecure });
}

/** The headers that store the token of a known device in the browser. */
export function deviceCookie({ isSecure }: BrowserSession, deviceToken: string): string[] {
  return setCookie(DEVICE_COOKIE, deviceToken, { seconds: DEVICE_SECONDS, isSecure });
}

/** The headers that delete the session from the browser, but not its device. */
export function clearedSession({ isSecure }: BrowserSession): string[] {
  return setCookie(SESSION_COOKIE, '', { seconds: 0, isSecure });
}

function setCookie(name: string, value: string, { seconds, isSecure }: { seconds: number; isSecure: boolean }): string[] {
  const attributes = `Max-Age=${seconds}; Path=${PATH}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return ['Set-Cookie', `${name}=${value}; ${attributes}`];
}
