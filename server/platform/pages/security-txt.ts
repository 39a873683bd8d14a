import { Router } from 'express';
import type { Clock } from '../clock.ts';
import { API_POLICY } from '../http/fast-path/response-headers.ts';
import { methodNotAllowed } from '../http/other-methods.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. The date moves on every day, as long as the server runs. */
const VALID_DAYS = 180;

export interface SecurityTxtDeps {
  readonly clock: Clock;
  /** The addresses of `SECURITY_CONTACT`, the preferred one first. */
  readonly contacts: readonly string[];
}

/** Says where to report a vulnerability (RFC 9116). Without a contact the address is unknown. */
export function securityTxtRouter({ clock, contacts }: SecurityTxtDeps): Router {
  const router = Router();
  if (contacts.length === 0) return router;
  router
    .route(SECURITY_TXT_PATH)
    .get((_req, res) => {
      res.locals.exchange.route = SECURITY_TXT_PATH;
      const bytes = Buffer.from(securityTxt(contacts, clock.now()));
      const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': bytes.length, 'Cache-Control': 'public, max-age=3600' };
      res.writeHead(200, { ...API_POLICY, ...res.locals.exchange.headers.all, ...type });
      res.end(bytes);
    })
    .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  return router;
}

function securityTxt(contacts: readonly string[], now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString();
  return [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, ''].join('\n');
}
