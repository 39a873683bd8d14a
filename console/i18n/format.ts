export type Language = 'en' | 'ar';

/** Digits and months as the drawn pages have them: Latin digits in both languages. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-AE' };

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** Dates and numbers in the language of the reader and in the zone of the browser. */
export interface Format {
  number(value: number): string;
  /** At most two decimals, such as the average of ratings. */
  decimal(value: number): string;
  /** A share of 0–1 as a percentage. */
  percent(share: number): string;
  /** The change of a value in percent, with its sign. */
  signedPercent(share: number): string;
  signedDecimal(value: number): string;
  /** `27 Nov 2026`. */
  date(at: string | Date): string;
  /** `Friday 27 November`. */
  weekday(at: Date): string;
  /** `March 2026`. */
  month(at: string): string;
  /** `02:10`. */
  time(at: string | Date): string;
  /** `27 Nov 2026, 02:10:05`: what a `title` tells. */
  exact(at: string | Date): string;
  /** `3 hours ago`, `in 2 days`. */
  relative(at: string | Date, now: Date): string;
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
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const exacts = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' });
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    number: (value) => numbers.format(value),
    decimal: (value) => decimals.format(value),
    percent: (share) => percents.format(share),
    signedPercent: (share) => signedPercents.format(share),
    signedDecimal: (value) => signedDecimals.format(value),
    date: (at) => dates.format(new Date(at)),
    weekday: (at) => weekdays.format(at),
    month: (at) => months.format(new Date(at)),
    time: (at) => times.format(new Date(at)),
    exact: (at) => exacts.format(new Date(at)),
    relative: (at, now) => relativeBy(relatives, (new Date(at).getTime() - now.getTime()) / 1_000),
    list: (words) => lists.format(words),
  };
}

function relativeBy(relatives: Intl.RelativeTimeFormat, seconds: number): string {
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (step === undefined) return relatives.format(0, 'minute');
  return relatives.format(Math.trunc(seconds / step.seconds), step.unit);
}
