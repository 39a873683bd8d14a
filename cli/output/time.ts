const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Describes instants relative to now, such as `3 days ago`; '' for null. The format is created on first use, because it takes time. */
export function createRelativeTime(now: () => number): (iso: string | null) => string {
  let format: Intl.RelativeTimeFormat | undefined;
  return (iso) => {
    if (iso === null) return '';
    const seconds = (Date.parse(iso) - now()) / 1000;
    const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
    if (step === undefined) return 'just now';
    format ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
    return format.format(Math.round(seconds / step[1]), step[0]);
  };
}
