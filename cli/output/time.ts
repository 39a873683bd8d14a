const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** An instant beside now, as `3 days ago`; '' for none. */
export function ago(iso: string | null, now: number): string {
  if (iso === null) return '';
  const seconds = (Date.parse(iso) - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step === undefined ? 'just now' : relative.format(Math.trunc(seconds / step[1]), step[0]);
}
