import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { badRequest } from '../platform/errors.ts';

/** Enough for a number with a blank after each digit. */
const MAX_LENGTH = 64;
const E164 = /^\+[1-9]\d{6,14}$/;

/** Blanks, dashes, dots, slashes and brackets between digits; neither tabs nor line breaks nor invisible characters. */
const SEPARATORS = /[ \u00a0\u2002-\u200a\u202f\u3000\-\u2010-\u2015\u2212\uff0d./()\uff08\uff09]/g;
const ARABIC_INDIC_ZERO = 0x0660;
const PERSIAN_ZERO = 0x06f0;
const FULL_WIDTH_ZERO = 0xff10;

/**
 * The phone in E.164 (`+9665…`), the only form that is stored and compared; null if it is not a possible number with its country code.
 * Accepts separators, `00` for `+`, Arabic-Indic, Persian and full-width digits; refuses `tel:` addresses, extensions and invisible
 * characters, because two spellings that look alike must not be two keys.
 */
export function normalizePhone(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const digits = toAsciiDigits(text).replace(SEPARATORS, '').replace(/^00/, '+');
  if (!/^\+\d+$/.test(digits)) return null;
  const phone = possibleNumber(digits);
  // the parser drops one leading zero of the national number: without it the number must be possible too
  return phone !== null && possibleNumber(phone) === phone ? phone : null;
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

function toAsciiDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => asciiDigit(digit, ARABIC_INDIC_ZERO))
    .replace(/[\u06f0-\u06f9]/g, (digit) => asciiDigit(digit, PERSIAN_ZERO))
    .replace(/[\uff10-\uff19]/g, (digit) => asciiDigit(digit, FULL_WIDTH_ZERO))
    .replace(/^\s*\uff0b/, '+');
}

function asciiDigit(digit: string, zero: number): string {
  return String(digit.charCodeAt(0) - zero);
}
