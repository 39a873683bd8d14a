import { timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '../crypto/secret-keys.ts';

/**
 * Refresh tokens are made of what the database knows and a secret that it does not: nothing in it opens a session, and the same
 * successor can be told again to a client that never got the answer (contract §1.7).
 */
export type RefreshKind = 'phone' | 'operator';

/** One refresh token of a session. */
export interface RefreshGeneration {
  /** UUID. */
  readonly sessionId: string;
  /** Counts from 1; each rotation adds one. */
  readonly generation: number;
}

const PREFIX: Readonly<Record<RefreshKind, string>> = { phone: 'dr', operator: 'do' };
/** Prefix, session, generation, and 43 characters of a 256-bit code over all three. */
const FORM = /^(d[ro])_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

export function makeRefreshToken(secrets: SecretKeys, kind: RefreshKind, { sessionId, generation }: RefreshGeneration): string {
  return `${PREFIX[kind]}_${sessionId}.${generation}.${secrets.signRefresh(signedText(kind, sessionId, generation))}`;
}

/** What a token says; null when it is not one of this kind that was made here, in the one spelling that it has. */
export function readRefreshToken(secrets: SecretKeys, kind: RefreshKind, token: string): RefreshGeneration | null {
  const [, prefix, sessionId, digits, code] = FORM.exec(token) ?? [];
  if (prefix !== PREFIX[kind] || sessionId === undefined || code === undefined) return null;
  const generation = Number(digits);
  const expected = secrets.signRefresh(signedText(kind, sessionId, generation));
  return timingSafeEqual(Buffer.from(code), Buffer.from(expected)) ? { sessionId, generation } : null;
}

function signedText(kind: RefreshKind, sessionId: string, generation: number): string {
  return `${kind}|${sessionId}|${generation}`;
}
