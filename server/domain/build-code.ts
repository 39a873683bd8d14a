import { compareNumbers, withoutLeadingZeros } from './version-number.ts';

/** The code of a build: a number such as 42 of Android, or numbers with dots between them, such as the 1.2.3 of iOS, as text. */
export type BuildCode = number | readonly string[];

const MAX_LENGTH = 64;
/** So many digits are exact in a number. */
const PLAIN = /^\d{1,15}$/;

/** Digits, or groups of digits with dots between them. */
export const BUILD_CODE = /^\d+(?:\.\d+)*$/;

/** null for a text that is no code. */
export function readCode(text: string): BuildCode | null {
  if (PLAIN.test(text)) return Number(text);
  return text.length <= MAX_LENGTH && BUILD_CODE.test(text) ? text.split('.').map(withoutLeadingZeros) : null;
}

/** -1 if `a` is lower, 1 if it is higher, 0 if both are equal: part by part, and a missing part is 0. */
export function compareCodes(a: BuildCode, b: BuildCode): -1 | 0 | 1 {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : 1;
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = compareNumbers(left[index] ?? '0', right[index] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

/** The same for codes that are equal. */
export function codeKey(code: BuildCode): string {
  const parts = partsOf(code);
  return parts.slice(0, parts.findLastIndex((part) => part !== '0') + 1).join('.');
}

function partsOf(code: BuildCode): readonly string[] {
  return typeof code === 'number' ? [String(code)] : code;
}
