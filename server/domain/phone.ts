import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
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

/** Satellites, networks of no country, and premium rates of the whole world: no user of an app lives there, but every call costs. */
const NEVER_CALLED: ReadonlySet<string> = new Set(['870', '878', '881', '882', '883', '888', '979']);
const NEVER_TYPES: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
  'PERSONAL_NUMBER',
] satisfies NonNullable<ReturnType<PhoneNumber['getType']>>[]);

/** The main country of a calling code that several countries share. */
const MAIN_COUNTRIES: Readonly<Record<string, CountryCode>> = {
  1: 'US',
  7: 'RU',
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  262: 'RE',
  290: 'SH',
  358: 'FI',
  590: 'GP',
  599: 'CW',
};
const COUNTRIES: ReadonlyMap<string, CountryCode> = new Map([
  ...getCountries().map((country) => [getCountryCallingCode(country) as string, country] as const),
  ...Object.entries(MAIN_COUNTRIES),
]);

/** Whether phones can have this country: an ISO 3166 code of two capital letters, such as `SA`. */
export function isPhoneCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/**
 * The country of a phone in E.164, such as `SA`. A number that is in no country's plan has the main country of its calling code; null for
 * the calling codes of no country.
 */
export function countryOf(phone: string): string | null {
  return planOf(phone).country;
}

/** Where the codes of a project may go. */
export interface PhoneSettings {
  /** The only countries, as `countryOf` names them; null for all. */
  readonly countries: readonly string[] | null;
  readonly blockedCountries: readonly string[];
}

/** Whether codes may be sent to the phone. Numbers of satellites, of premium rate and the like never get one; an unknown prefix may. */
export function mayReceiveCodes(phone: string, { countries, blockedCountries }: PhoneSettings): boolean {
  const { isNever, country } = planOf(phone);
  if (isNever) return false;
  return (countries?.includes(country ?? '') ?? true) && !blockedCountries.includes(country ?? '');
}

/** The place of a phone in the numbering plans. */
interface Plan {
  readonly country: string | null;
  /** Whether the number is of a kind that never gets a code. */
  readonly isNever: boolean;
}

/** A send asks five times for the plan of its phone, and to find it takes longer than most of its other work. */
const plans = new LRUCache<string, Plan>({ max: 1_000 });

function planOf(phone: string): Plan {
  const known = plans.get(phone);
  if (known !== undefined) return known;
  const plan = findPlan(parsePhoneNumberFromString(phone, { extract: false }));
  plans.set(phone, plan);
  return plan;
}

function findPlan(parsed: PhoneNumber | undefined): Plan {
  if (parsed === undefined) return { country: null, isNever: true };
  const isNever = NEVER_CALLED.has(parsed.countryCallingCode) || NEVER_TYPES.has(parsed.getType() ?? '');
  return { country: parsed.country ?? COUNTRIES.get(parsed.countryCallingCode) ?? null, isNever };
}
