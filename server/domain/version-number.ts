/** A parsed version. Build metadata is dropped, because it has no effect on the order. */
export interface VersionNumber {
  /** 1 to 4 parts; a missing part counts as 0. Digits without leading zeros, kept as text to be exact at any length. */
  readonly parts: readonly string[];
  /** Empty for a release. Numeric identifiers have no leading zeros. */
  readonly prerelease: readonly string[];
}

const MAX_LENGTH = 64;
const MAX_PARTS = 4;

const LENIENT = /^[vV]?(\d+(?:\.\d+){0,3})(?:-([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;
const DIGITS = /^\d+$/;
/** Three parts as `versionKey` writes them. */
const USUAL = /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/;

const STRICT_NUMBER = /(?:0|[1-9]\d*)/.source;
const STRICT_IDENTIFIER = /(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)/.source;
const BUILD_IDENTIFIER = /[\da-zA-Z-]+/.source;

/**
 * Exactly Semantic Versioning 2.0.0: three parts, no `v`, no leading zeros. It takes linear time, because a text can be split into
 * identifiers in only one way. It does not limit the length; {@link isStrictSemver} does.
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
 * Parses the version that a phone sends, or returns null. Accepts 1 to 4 numeric parts, a leading `v` or `V`, leading zeros, a prerelease
 * and build metadata; refuses blanks and more than 64 characters. Accepts every text that {@link isStrictSemver} accepts.
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

/** -1 if `a` is older, 1 if it is newer, 0 if both are equal: the total order of semver. */
export function compareVersions(a: VersionNumber, b: VersionNumber): -1 | 0 | 1 {
  for (let i = 0; i < MAX_PARTS; i++) {
    const order = compareNumbers(a.parts[i] ?? '0', b.parts[i] ?? '0');
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}

/** A release is above its prereleases. For two prereleases the first different identifier decides, then the length. */
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
  if (a === b) return 0;
  const aIsNumeric = DIGITS.test(a);
  const bIsNumeric = DIGITS.test(b);
  if (aIsNumeric && bIsNumeric) return compareNumbers(a, b);
  if (aIsNumeric !== bIsNumeric) return aIsNumeric ? -1 : 1;
  return sign(a, b);
}

/** Without leading zeros the longer digit string is the greater number; equal lengths compare as text. */
export function compareNumbers(a: string, b: string): -1 | 0 | 1 {
  return a.length === b.length ? sign(a, b) : sign(a.length, b.length);
}

function sign<T extends string | number>(a: T, b: T): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `007` → `7`, `000` → `0`; other identifiers stay unchanged. */
export function withoutLeadingZeros(text: string): string {
  return DIGITS.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}

/**
 * The one spelling of a version: `1.0`, `v1.0.0` and `1.0.0+7` are `1.0.0`, as the update check compares them. A text that is no version
 * stays as it is.
 */
export function versionKey(text: string): string {
  // the usual spelling, without the cost of parsing
  if (USUAL.test(text)) return text;
  const version = parseVersion(text);
  return version === null ? text : keyOfVersion(version);
}

/** The same of a parsed version. */
export function keyOfVersion({ parts, prerelease }: VersionNumber): string {
  const all = Array.from({ length: MAX_PARTS }, (_, index) => parts[index] ?? '0');
  const numbers = (all[MAX_PARTS - 1] === '0' ? all.slice(0, -1) : all).join('.');
  return prerelease.length === 0 ? numbers : `${numbers}-${prerelease.join('.')}`;
}

/** Whether version `text` is older than version `other`; false if either is not a version. */
export function isBelow(text: string, other: string): boolean {
  const [a, b] = [parseVersion(text), parseVersion(other)];
  return a !== null && b !== null && compareVersions(a, b) < 0;
}
