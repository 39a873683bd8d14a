/** A version ready to be compared; build metadata is gone, for it has no say in the order. */
export interface VersionNumber {
  /** 1 to 4, missing ones count as 0. Digits without leading zeros: as text they stay exact at any length. */
  readonly parts: readonly string[];
  /** Empty for a release; numeric ones without leading zeros. */
  readonly prerelease: readonly string[];
}

const MAX_LENGTH = 64;
const MAX_PARTS = 4;

const LENIENT = /^[vV]?(\d+(?:\.\d+){0,3})(?:-([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;
const DIGITS = /^\d+$/;

const STRICT_NUMBER = /(?:0|[1-9]\d*)/.source;
const STRICT_IDENTIFIER = /(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)/.source;
const BUILD_IDENTIFIER = /[\da-zA-Z-]+/.source;

/**
 * Semantic Versioning 2.0.0 to the letter: three parts, no `v`, no leading zeros. Needs linear time, for no text can be
 * split into identifiers in two ways; it does not bound the length, {@link isStrictSemver} does.
 */
export const STRICT_SEMVER = new RegExp(
  `^${STRICT_NUMBER}\\.${STRICT_NUMBER}\\.${STRICT_NUMBER}` +
    `(?:-${STRICT_IDENTIFIER}(?:\\.${STRICT_IDENTIFIER})*)?` +
    `(?:\\+${BUILD_IDENTIFIER}(?:\\.${BUILD_IDENTIFIER})*)?$`,
);

/** Whether an admin may publish `text` as a version: strict semver of at most 64 characters. */
export function isStrictSemver(text: string): boolean {
  return text.length <= MAX_LENGTH && STRICT_SEMVER.test(text);
}

/**
 * Reads what a phone sends, or answers null: 1 to 4 numeric parts, a leading `v` or `V`, leading zeros, a `-prerelease` and
 * `+build` are all fine; blanks and more than 64 characters are not. Whatever {@link isStrictSemver} takes, this reads.
 */
export function parseVersion(text: string): VersionNumber | null {
  if (text.length > MAX_LENGTH) return null;
  const match = LENIENT.exec(text);
  if (match === null) return null;
  const [, numbers = '', prerelease] = match;
  return {
    parts: numbers.split('.').map(withoutLeadingZeros),
    prerelease: prerelease === undefined ? [] : prerelease.split('.').map(withoutLeadingZeros),
  };
}

/** -1 when `a` is the older version, 1 when it is the newer one, 0 when both are the same. A total order, that of semver. */
export function compareVersions(a: VersionNumber, b: VersionNumber): -1 | 0 | 1 {
  for (let i = 0; i < MAX_PARTS; i++) {
    const order = compareNumbers(a.parts[i] ?? '0', b.parts[i] ?? '0');
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}

/** A release is above its prereleases; of two prereleases the first different identifier decides, then the longer one wins. */
function comparePrereleases(a: readonly string[], b: readonly string[]): -1 | 0 | 1 {
  if (a.length === 0 || b.length === 0) return sign(b.length, a.length);
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return sign(a.length, b.length);
}

function compareIdentifiers(a: string, b: string): -1 | 0 | 1 {
  const aIsNumeric = DIGITS.test(a);
  const bIsNumeric = DIGITS.test(b);
  if (aIsNumeric && bIsNumeric) return compareNumbers(a, b);
  if (aIsNumeric !== bIsNumeric) return aIsNumeric ? -1 : 1;
  return sign(a, b);
}

/** Without leading zeros the longer of two digit strings is the greater number, and equally long ones compare as text. */
function compareNumbers(a: string, b: string): -1 | 0 | 1 {
  return a.length === b.length ? sign(a, b) : sign(a.length, b.length);
}

function sign<T extends string | number>(a: T, b: T): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `007` → `7`, `000` → `0`; a prerelease identifier that is not a number stays as it is. */
function withoutLeadingZeros(text: string): string {
  return DIGITS.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}

/** Whether version `text` comes before version `other`; a text that is no version comes before nothing. */
export function isBelow(text: string, other: string): boolean {
  const [a, b] = [parseVersion(text), parseVersion(other)];
  return a !== null && b !== null && compareVersions(a, b) < 0;
}
