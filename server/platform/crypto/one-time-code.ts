import { randomInt, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

/** The scope of a code: in another project, for another phone or purpose it has another digest. */
export interface CodeUse {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  readonly purpose: string;
  /** The subject that the code proves beside the phone, such as an address: another one has another digest. */
  readonly boundTo?: string;
}

/** `length` decimal digits (4 to 10), uniformly distributed, with leading zeros. */
export function generateCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/** The only stored form of a code. Without a pepper a stolen table could be searched for all six-digit codes. */
export function digestOfCode(secrets: SecretKeys, { projectId, phone, purpose, boundTo }: CodeUse, code: string): string {
  const bound = boundTo === undefined ? [] : [boundTo];
  return secrets.digestCode(JSON.stringify([projectId, phone, purpose, code, ...bound]));
}

/** Compares two digests in constant time. */
export function isSameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
