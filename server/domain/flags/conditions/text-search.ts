import { randomInt } from 'node:crypto';

/**
 * Compares one text with very many others by hashes of its parts, so that each comparison is one look-up: a scan of a text, or a comparison
 * of long common beginnings, could take microseconds.
 */

/** A scan of a text of this length, and a comparison of so many signs, take no longer than a look-up. */
const SHORT = 8;
/** The largest prime below 2^26: products of two remainders are exact. */
const PRIME = 67_108_859;
/** Random, so that the authors of rules cannot know it. Modulo a prime, no two texts have equal hashes for every base. */
const BASE = randomInt(2 ** 20, PRIME);

/** A text to search for. */
export interface Sought {
  readonly text: string;
  readonly hash: number;
}

/** Each of the texts once. */
export function soughtOf(texts: readonly string[]): Sought[] {
  return [...new Set(texts)].map((text) => ({ text, hash: hashOf(text) }));
}

/** A text in which others are searched. */
export class SearchedText {
  readonly #text: string;
  readonly #parts = new Map<number, PartTable>();
  #hashes: PartHashes | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  contains({ text, hash }: Sought): boolean {
    if (text.length > this.#text.length) return false;
    if (this.#text.length <= SHORT || text === '') return this.#text.includes(text);
    const at = this.#partsOf(text.length).find(hash);
    // two different texts have the same hash so rarely that a scan is cheap enough then
    return at !== null && (this.#text.startsWith(text, at) || this.#text.includes(text));
  }

  startsWith(sought: Sought): boolean {
    return this.#hasAt(0, sought);
  }

  endsWith(sought: Sought): boolean {
    return this.#hasAt(this.#text.length - sought.text.length, sought);
  }

  #hasAt(at: number, { text, hash }: Sought): boolean {
    if (text.length > this.#text.length) return false;
    if (text.length > SHORT && this.#hashed.of(at, text.length) !== hash) return false;
    return this.#text.startsWith(text, at);
  }

  get #hashed(): PartHashes {
    this.#hashes ??= new PartHashes(this.#text);
    return this.#hashes;
  }

  #partsOf(length: number): PartTable {
    const known = this.#parts.get(length);
    if (known !== undefined) return known;
    const made = new PartTable(this.#hashed, length);
    this.#parts.set(length, made);
    return made;
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = next(hash, text.charCodeAt(index));
  return hash;
}

function next(hash: number, code: number): number {
  return remainder(hash * BASE + code + 1);
}

/** As `%`, which takes several times longer for numbers above 2^31. */
function remainder(product: number): number {
  return product - Math.floor(product / PRIME) * PRIME;
}

/** The hash of every part of a text. */
class PartHashes {
  readonly length: number;
  /** The hashes of the beginnings, by their length. */
  readonly #starts: Float64Array;
  /** The powers of the base. */
  readonly #powers: Float64Array;

  constructor(text: string) {
    this.length = text.length;
    this.#starts = new Float64Array(text.length + 1);
    this.#powers = new Float64Array(text.length + 1);
    let hash = 0;
    let power = 1;
    for (let index = 0; index < text.length; index += 1) {
      this.#powers[index] = power;
      hash = next(hash, text.charCodeAt(index));
      power = remainder(power * BASE);
      this.#starts[index + 1] = hash;
    }
    this.#powers[text.length] = power;
  }

  of(at: number, length: number): number {
    const before = remainder((this.#starts[at] ?? 0) * (this.#powers[length] ?? 0));
    const hash = (this.#starts[at + length] ?? 0) - before;
    return hash < 0 ? hash + PRIME : hash;
  }
}

/** The first place of each part of one length; a `Map` takes several times longer. */
class PartTable {
  readonly #hashes: PartHashes;
  readonly #length: number;
  /** 0 marks a free slot, so the places are counted from 1. */
  readonly #places: Uint32Array;

  constructor(hashes: PartHashes, length: number) {
    const parts = hashes.length - length + 1;
    this.#hashes = hashes;
    this.#length = length;
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(parts * 2)));
    for (let at = 0; at < parts; at += 1) {
      const slot = this.#slotOf(hashes.of(at, length));
      this.#places[slot] ||= at + 1;
    }
  }

  /** The place of a part with this hash; null when there is none. */
  find(hash: number): number | null {
    const place = this.#places[this.#slotOf(hash)] ?? 0;
    return place === 0 ? null : place - 1;
  }

  /** The slot that has the hash, else the free one where it belongs. */
  #slotOf(hash: number): number {
    const mask = this.#places.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = this.#places[slot] ?? 0;
      if (place === 0 || this.#hashes.of(place - 1, this.#length) === hash) return slot;
    }
  }
}
