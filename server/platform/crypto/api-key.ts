import { createHash, randomBytes } from 'node:crypto';

/** `dk_` + 8 characters to find it by + `_` + 43 characters of 256 random bits. */
const FORM = /^(dk_[0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;

export interface NewApiKey {
  /** Shown once, kept nowhere. */
  readonly key: string;
  readonly prefix: string;
  readonly digest: Buffer;
}

export function generateApiKey(): NewApiKey {
  const prefix = `dk_${randomBytes(4).toString('hex')}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, digest: digestOfKey(key) };
}

/** A fast digest is right here: a key of 256 random bits cannot be guessed from it. */
export function digestOfKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** The part that an issued key is found by; null when the text is no key of ours. */
export function prefixOfKey(key: string): string | null {
  return FORM.exec(key)?.[1] ?? null;
}
