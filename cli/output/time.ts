const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** An instant relative to now, such as `3 days ago`; '' for null. */
export function relativeTime(iso: string | null, now: number): string {
  if (iso === null) return '';
  const seconds = (Date.parse(iso) - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step === undefined ? 'just now' : format.format(Math.trunc(seconds / step[1]), step[0]);
}
