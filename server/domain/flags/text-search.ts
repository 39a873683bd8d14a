import { randomInt } from 'node:crypto';

/**
 * Searches one text for very many others. For each length that is asked for, all parts of that length are hashed once; each search is then
 * one look-up, where a scan could take microseconds.
 */

/** A scan of a text of this length takes no longer than a look-up. */
const SHORT = 8;
/** Odd, and unknown to the authors of rules, who could otherwise make any number of texts with equal hashes. */
const FACTOR = randomInt(2 ** 30) * 2 + 1;

/** A text to search for. */
export interface Sought {
  readonly text: string;
  readonly hash: number;
}

export function soughtOf(text: string): Sought {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = next(hash, text.charCodeAt(index));
  return { text, hash };
}

/** A text in which others are searched. */
export class SearchedText {
  readonly #text: string;
  readonly #parts = new Map<number, HashSet>();

  constructor(text: string) {
    this.#text = text;
  }

  contains({ text, hash }: Sought): boolean {
    if (text.length > this.#text.length) return false;
    if (this.#text.length > SHORT && text !== '' && !this.#partsOf(text.length).has(hash)) return false;
    return this.#text.includes(text);
  }

  #partsOf(length: number): HashSet {
    const known = this.#parts.get(length);
    if (known !== undefined) return known;
    const made = hashParts(this.#text, length);
    this.#parts.set(length, made);
    return made;
  }
}

function hashParts(text: string, length: number): HashSet {
  const hashes = new HashSet(text.length - length + 1);
  let gone = 1;
  for (let index = 0; index < length; index += 1) gone = Math.imul(gone, FACTOR);
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = next(hash, text.charCodeAt(index));
    if (index >= length) hash = (hash - Math.imul(gone, text.charCodeAt(index - length) + 1)) | 0;
    if (index >= length - 1) hashes.add(hash);
  }
  return hashes;
}

function next(hash: number, code: number): number {
  return (Math.imul(hash, FACTOR) + code + 1) | 0;
}

/** Whole numbers of 32 bits; adding to it and asking it costs less than with a `Set`. */
class HashSet {
  readonly #places: Int32Array;
  readonly #mask: number;

  constructor(size: number) {
    const places = 2 ** Math.ceil(Math.log2(size * 2));
    this.#places = new Int32Array(places);
    this.#mask = places - 1;
  }

  add(hash: number): void {
    this.#places[this.#placeOf(hash)] = hash || 1;
  }

  has(hash: number): boolean {
    return this.#places[this.#placeOf(hash)] !== 0;
  }

  /** The place that has the hash, else the free one where it belongs. 0 marks a free place, so 0 counts as 1. */
  #placeOf(hash: number): number {
    const wanted = hash || 1;
    let place = Math.imul(wanted, 0x9e3779b1) >>> 7;
    for (;;) {
      place &= this.#mask;
      const found = this.#places[place];
      if (found === 0 || found === wanted) return place;
      place += 1;
    }
  }
}
