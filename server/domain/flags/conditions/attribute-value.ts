import { readTime } from '../../../platform/instant.ts';
import { type BuildCode, codeKey, readCode } from '../../build-code.ts';
import { keyOfVersion, parseVersion, type VersionNumber } from '../../version-number.ts';
import { HashedEnd } from '../murmur3.ts';
import type { Scalar } from '../targeting.ts';
import { SearchedText } from './text-search.ts';

/** Each of up to 25,000 rules may hash a value. Ids are shorter. */
const MAX_HASHED = 256;

/** The value of one attribute of a request. Each form that conditions compare is read from it at most once. */
export class AttributeValue {
  readonly text: string;
  readonly #value: Scalar;
  #folded: AttributeValue | null = null;
  #hashed: HashedEnd | null = null;
  #searched: SearchedText | null = null;
  // undefined until it is read
  #number: number | null | undefined;
  #build: BuildCode | null | undefined;
  #time: number | null | undefined;
  #version: VersionNumber | null | undefined;
  #buildKey: string | null | undefined;
  #versionKey: string | null | undefined;

  constructor(value: Scalar) {
    this.#value = value;
    this.text = String(value);
  }

  /** The same in lower case. */
  get folded(): AttributeValue {
    this.#folded ??= new AttributeValue(fold(this.text));
    return this.#folded;
  }

  /** Ready to be hashed; null for an empty text, which decides neither a percentage nor a draw. */
  get hashed(): HashedEnd | null {
    if (this.text === '') return null;
    this.#hashed ??= new HashedEnd(this.text.slice(0, MAX_HASHED));
    return this.#hashed;
  }

  get searched(): SearchedText {
    this.#searched ??= new SearchedText(this.text);
    return this.#searched;
  }

  get number(): number | null {
    if (this.#number === undefined) this.#number = readNumber(this.#value);
    return this.#number;
  }

  /** The code of a build. */
  get build(): BuildCode | null {
    if (this.#build === undefined) this.#build = readBuild(this.#value);
    return this.#build;
  }

  get time(): number | null {
    if (this.#time === undefined) this.#time = readTimeOf(this.#value);
    return this.#time;
  }

  get version(): VersionNumber | null {
    if (this.#version === undefined) this.#version = readVersion(this.#value);
    return this.#version;
  }

  /** The same for equal builds. */
  get buildKey(): string | null {
    if (this.#buildKey === undefined) this.#buildKey = this.build === null ? null : codeKey(this.build);
    return this.#buildKey;
  }

  /** The same for equal versions. */
  get versionKey(): string | null {
    if (this.#versionKey === undefined) this.#versionKey = this.version === null ? null : keyOfVersion(this.version);
    return this.#versionKey;
  }
}

/** The form in which texts are compared that ignore case. */
export function fold(text: string): string {
  return text.toLowerCase();
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** null for everything that is not a finite number. */
export function readNumber(value: Scalar): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 64 || !NUMBER.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The code of a build: a number, or numbers with dots between them. */
export function readBuild(value: Scalar): BuildCode | null {
  return typeof value === 'boolean' ? null : (readCode(String(value)) ?? readNumber(value));
}

/** Milliseconds since 1970 of an ISO 8601 text, in UTC when it has no offset; null for everything else. */
function readTimeOf(value: Scalar): number | null {
  return typeof value === 'string' ? readTime(value) : null;
}

export function readVersion(value: Scalar): VersionNumber | null {
  return typeof value === 'boolean' ? null : parseVersion(String(value));
}
