import { timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '../crypto/secret-keys.ts';

/**
 * A refresh token is derived from its session row and a secret outside of the database. So a stolen database opens no session, and a
 * client whose reply was lost can get the same successor again.
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
/** Prefix, session, generation, and a 256-bit MAC over all three in 43 characters. */
const FORM = /^(d[ro])_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

export function makeRefreshToken(secrets: SecretKeys, kind: RefreshKind, { sessionId, generation }: RefreshGeneration): string {
  return `${PREFIX[kind]}_${sessionId}.${generation}.${secrets.signRefresh(signedText(kind, sessionId, generation))}`;
}

/** The session and generation of a token; null unless it is a token of this kind that this server made, in canonical form. */
export function readRefreshToken(secrets: SecretKeys, kind: RefreshKind, token: string): RefreshGeneration | null {
  const [, prefix, sessionId, digits, mac] = FORM.exec(token) ?? [];
  if (prefix !== PREFIX[kind] || sessionId === undefined || mac === undefined) return null;
  const generation = Number(digits);
  const expected = secrets.signRefresh(signedText(kind, sessionId, generation));
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? { sessionId, generation } : null;
}

function signedText(kind: RefreshKind, sessionId: string, generation: number): string {
  return `${kind}|${sessionId}|${generation}`;
}
