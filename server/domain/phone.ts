import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { badRequest } from '../platform/errors.ts';
import { withAsciiDigits, withoutInvisibleSigns } from '../platform/unicode.ts';

/** Enough for a number with a blank after each digit, without invisible signs. */
const MAX_LENGTH = 64;
const E164 = /^\+[1-9]\d{6,14}$/;

/** Blanks, dashes, dots, slashes and brackets between digits; neither tabs nor line breaks. */
const SEPARATORS = /[ \u00a0\u2002-\u200a\u202f\u3000\-\u2010-\u2015\u2212\uff0d./()\uff08\uff09]/g;

/**
 * The phone in E.164 (`+9665…`), the only form that is stored and compared; null if it is not a possible number with its country code.
 * Accepts separators, `00` for `+`, digits of every script and invisible signs; refuses `tel:` addresses and extensions.
 */
export function normalizePhone(text: string): string | null {
  const digits = dialledDigits(text)?.replace(/^00/, '+');
  if (digits?.startsWith('+') !== true) return null;
  const phone = possibleNumber(digits);
  // the parser drops one leading zero of the national number: without it the number must be possible too
  return phone !== null && possibleNumber(phone) === phone ? phone : null;
}

/** The digits that a person would dial, in ASCII, perhaps after a `+`; null for any other text. */
export function dialledDigits(text: string): string | null {
  const visible = withoutInvisibleSigns(text);
  if (visible.length > MAX_LENGTH) return null;
  const digits = withAsciiDigits(visible)
    .replace(/^\s*\uff0b/, '+')
    .replace(SEPARATORS, '');
  return /^\+?\d+$/.test(digits) ? digits : null;
}

function possibleNumber(digits: string): string | null {
  const parsed = parsePhoneNumberFromString(digits, { extract: false });
  if (parsed === undefined || !parsed.isPossible()) return null;
  return E164.test(parsed.number) ? parsed.number : null;
}

/** @throws ApiError 400 `invalid_phone` */
export function requirePhone(text: string, field = 'phone'): string {
  const phone = normalizePhone(text);
  if (phone !== null) return phone;
  throw badRequest('invalid_phone', 'The phone number is not valid. Write it with its country code, such as +966501234567.', [
    { field, message: `${field} must be a phone number with its country code` },
  ]);
}

/** The calling codes of all countries, such as `966`. */
export function callingCodes(): string[] {
  return [...new Set(getCountries().map((country): string => getCountryCallingCode(country)))];
}
