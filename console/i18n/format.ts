export type Language = 'en' | 'ar';

/** Digits and months as the drawn pages have them: Latin digits in both languages. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-AE' };

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const EXACT_TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const;
const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** Dates and numbers in the language of the reader and in the zone of the browser. */
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

export interface Format {
  number(value: number): string;
  /** At most two decimals, such as the average of ratings. */
  decimal(value: number): string;
  /** A share of 0–1 as a percentage. */
  percent(share: number): string;
  /** The change of a value in percent, with its sign. */
  signedPercent(share: number): string;
  signedDecimal(value: number): string;
  /** `27 Nov 2026`. A day of the server, such as `2026-11-27`, is that day in every zone. */
  date(at: string | Date): string;
  /** `27 Nov`, of a day of the server. */
  day(day: string): string;
  /** `Friday 27 November`. */
  weekday(at: Date): string;
  /** `March 2026`. */
  month(at: string): string;
  /** `02:10`. */
  time(at: string | Date): string;
  /** `27 Nov 2026, 02:10:05`: what a `title` tells. */
  exact(at: string | Date): string;
  /** A sentence of the server, with its instants as `27 Nov 2026, 02:10:05`. */
  sentence(text: string): string;
  /** `3 hours ago`, `in 2 days`. */
  relative(at: string | Date, now: Date): string;
  /** The name of a country by its ISO 3166 code. */
  country(code: string): string;
  /** `1, 2 and 3`. */
  list(words: readonly string[]): string;
}

/** Makes the formatters of a language. */
export function createFormat(language: Language): Format {
  const locale = LOCALES[language];
  const numbers = new Intl.NumberFormat(locale);
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const signedPercents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const signedDecimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const dates = new Intl.DateTimeFormat(locale, DATE);
  const days = new Intl.DateTimeFormat(locale, { ...DATE, timeZone: 'UTC' });
  const shortDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const exacts = new Intl.DateTimeFormat(locale, { ...DATE, ...EXACT_TIME, hourCycle: 'h23' });
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    number: (value) => numbers.format(value),
    decimal: (value) => decimals.format(value),
    percent: (share) => percents.format(share),
    signedPercent: (share) => withMinus(signedPercents.format(share)),
    signedDecimal: (value) => withMinus(signedDecimals.format(value)),
    date: (at) => (isDay(at) ? days : dates).format(new Date(at)),
    day: (day) => shortDays.format(new Date(day)),
    weekday: (at) => weekdays.format(at),
    month: (at) => months.format(new Date(at)),
    time: (at) => times.format(new Date(at)),
    exact: (at) => exacts.format(new Date(at)),
    sentence: (text) => text.replace(INSTANT, (at) => exacts.format(new Date(at))),
    relative: (at, now) => relativeBy(relatives, (new Date(at).getTime() - now.getTime()) / 1_000),
    country: (code) => countries.of(code) ?? code,
    list: (words) => lists.format(words),
  };
}

function relativeBy(relatives: Intl.RelativeTimeFormat, seconds: number): string {
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (step === undefined) return relatives.format(0, 'minute');
  return relatives.format(Math.trunc(seconds / step.seconds), step.unit);
}

function isDay(at: string | Date): boolean {
  return typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at);
}

/** The minus sign is as wide as the plus sign. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212');
}
