import { randomInt, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

/** What a code is good for: a code of another project, phone or purpose has another digest. */
export interface CodeUse {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  readonly purpose: string;
}

/** `length` decimal digits (4 to 10), each code as likely as any other, leading zeros kept. */
export function generateCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/** The only form in which a code is kept: without the pepper, all codes of six digits could be tried on a stolen table. */
export function digestOfCode(secrets: SecretKeys, { projectId, phone, purpose }: CodeUse, code: string): string {
  return secrets.digestCode(JSON.stringify([projectId, phone, purpose, code]));
}

/** Compares two digests in a time that does not tell how much of them is equal. */
export function isSameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
