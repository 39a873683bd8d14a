/** MurmurHash3 x86_32 over the UTF-8 bytes of texts, as Unleash, Flagsmith and others bucket by it. */

const WORD_BYTES = 4;

/** A text that is hashed up to its last whole word, so that texts with the same beginning cost only their ends. */
export interface HashedStart {
  readonly hash: number;
  /** The bytes after the last whole word, in the low bits. */
  readonly rest: number;
  readonly restBytes: number;
  /** Bytes in all. */
  readonly length: number;
}

/** A text split into words, as they are when some bytes come before it. */
interface Split {
  /** The bytes that share a word with those before, in their bits. */
  readonly head: number;
  /** Whether the head fills its word. If not, the text has no more. */
  readonly isFilled: boolean;
  /** The words after the head, scrambled. */
  readonly words: readonly number[];
  /** The bytes after the last whole word, in the low bits. */
  readonly tail: number;
}

/** The end of many hashed texts. It is split into words once for each place in a word at which it may begin. */
export class HashedEnd {
  readonly bytes: Uint8Array;
  readonly #splits: (Split | null)[] = [null, null, null, null];

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  /** @param restBytes the bytes before it that fill no word, 0 to 3 */
  after(restBytes: number): Split {
    const known = this.#splits[restBytes];
    if (known) return known;
    const made = splitAfter(restBytes, this.bytes);
    this.#splits[restBytes] = made;
    return made;
  }
}

function splitAfter(restBytes: number, bytes: Uint8Array): Split {
  const missing = WORD_BYTES - restBytes;
  const head = wordAt(bytes, 0, missing) << (restBytes * 8);
  if (bytes.length < missing) return { head, isFilled: false, words: [], tail: 0 };
  const words: number[] = [];
  let at = missing;
  for (; at + WORD_BYTES <= bytes.length; at += WORD_BYTES) words.push(scramble(wordAt(bytes, at, WORD_BYTES)));
  return { head, isFilled: true, words, tail: wordAt(bytes, at, WORD_BYTES) };
}

/** Up to `length` bytes from a place on, the first in the lowest bits. */
function wordAt(bytes: Uint8Array, from: number, length: number): number {
  let word = 0;
  for (let index = 0; index < length; index += 1) word |= (bytes[from + index] ?? 0) << (index * 8);
  return word;
}

export function murmur3(text: string, seed = 0): number {
  return hashEnd(beginning(seed), new HashedEnd(text));
}

function beginning(seed: number): HashedStart {
  return { hash: seed, rest: 0, restBytes: 0, length: 0 };
}

function hashEnd(start: HashedStart, end: HashedEnd): number {
  const split = end.after(start.restBytes);
  let mixed = hashWords(start, split) ^ scramble(restOf(start, split)) ^ (start.length + end.bytes.length);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hashWords(start: HashedStart, { head, isFilled, words }: Split): number {
  if (!isFilled) return start.hash;
  let hash = mix(start.hash, scramble(start.rest | head));
  for (const word of words) hash = mix(hash, word);
  return hash;
}

function restOf({ rest }: HashedStart, { head, isFilled, tail }: Split): number {
  return isFilled ? tail : rest | head;
}

function mix(hash: number, scrambled: number): number {
  const mixed = hash ^ scrambled;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function scramble(word: number): number {
  const mixed = Math.imul(word, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

/** Another seed than the rollout's, so that a narrow rollout still gets every variant. */
const VARIANT_SEED = 86_028_157;

/** A salt, hashed ahead for both uses. */
export interface Salt {
  readonly forPercent: HashedStart;
  readonly forWeight: HashedStart;
}

export function saltOf(text: string): Salt {
  const salt = new HashedEnd(`${text}:`);
  return { forPercent: startWith(salt, 0), forWeight: startWith(salt, VARIANT_SEED) };
}

function startWith(text: HashedEnd, seed: number): HashedStart {
  const start = beginning(seed);
  const split = text.after(0);
  const { length } = text.bytes;
  return { hash: hashWords(start, split), rest: restOf(start, split), restBytes: length % WORD_BYTES, length };
}

/** The percent that a value falls into, 1 to 100: a rollout of this percent or more includes it. */
export function percentOf(salt: string, value: string): number {
  return percentIn(saltOf(salt), new HashedEnd(value));
}

/** The same for a value that is asked about more often. */
export function percentIn({ forPercent }: Salt, value: HashedEnd): number {
  return (hashEnd(forPercent, value) % 100) + 1;
}

/** The place of a value among weights, 1 to their total. */
export function weightIn({ forWeight }: Salt, value: HashedEnd, total: number): number {
  return (hashEnd(forWeight, value) % total) + 1;
}
