/** MurmurHash3 x86_32 over the UTF-8 bytes of texts, as Unleash, Flagsmith and others bucket by it. */

/** A text that is hashed up to its last whole word, so that texts with the same beginning cost only their ends. */
export interface HashedStart {
  readonly hash: number;
  /** The bytes after the last whole word, in the low bits. */
  readonly rest: number;
  readonly restBits: number;
  /** Bytes in all. */
  readonly length: number;
}

export function murmur3(text: string, seed = 0): number {
  return hashEnd({ hash: seed, rest: 0, restBits: 0, length: 0 }, bytesOf(text));
}

function hashEnd(start: HashedStart, bytes: Uint8Array): number {
  const { hash, rest, length } = hashMore(start, bytes);
  let mixed = hash ^ scramble(rest) ^ length;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hashMore(start: HashedStart, bytes: Uint8Array): HashedStart {
  let { hash, rest, restBits } = start;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    rest |= (bytes[at] ?? 0) << restBits;
    restBits += 8;
    if (restBits < 32) continue;
    hash ^= scramble(rest);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
    rest = 0;
    restBits = 0;
  }
  return { hash, rest, restBits, length: start.length + length };
}

function scramble(word: number): number {
  const mixed = Math.imul(word, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Another seed than the rollout's, so that a narrow rollout still gets every variant. */
const VARIANT_SEED = 86_028_157;

/** A salt, hashed ahead for both uses. */
export interface Salt {
  readonly forPercent: HashedStart;
  readonly forWeight: HashedStart;
}

export function saltOf(text: string): Salt {
  const bytes = bytesOf(`${text}:`);
  const startWith = (hash: number): HashedStart => hashMore({ hash, rest: 0, restBits: 0, length: 0 }, bytes);
  return { forPercent: startWith(0), forWeight: startWith(VARIANT_SEED) };
}

/** The percent that a value falls into, 1 to 100: a rollout of this percent or more includes it. */
export function percentOf(salt: string, value: string): number {
  return percentIn(saltOf(salt), bytesOf(value));
}

/** The same for the bytes of a value. */
export function percentIn({ forPercent }: Salt, bytes: Uint8Array): number {
  return (hashEnd(forPercent, bytes) % 100) + 1;
}

/** The place of a value among weights, 1 to their total. */
export function weightIn({ forWeight }: Salt, bytes: Uint8Array, total: number): number {
  return (hashEnd(forWeight, bytes) % total) + 1;
}
