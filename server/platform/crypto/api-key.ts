import { createHash, randomBytes } from 'node:crypto';

/** `dk_`, 8 characters for the look-up, `_`, 256 random bits in 43 characters. */
const FORM = /^(dk_[0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;

export interface NewApiKey {
  /** Shown once and never stored. */
  readonly key: string;
  readonly prefix: string;
  readonly digest: Buffer;
}

export function generateApiKey(): NewApiKey {
  const prefix = `dk_${randomBytes(4).toString('hex')}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, digest: digestOfKey(key) };
}

/** A fast digest is enough, because 256 random bits cannot be guessed. */
export function digestOfKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** The part that a stored key is looked up by; null if the text is not an issued key. */
export function prefixOfKey(key: string): string | null {
  return FORM.exec(key)?.[1] ?? null;
}
