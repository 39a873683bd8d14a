import type { CommandContext } from '../../command.ts';
import { oneLine } from '../../output/safe-text.ts';
import type { Event } from './events.ts';

const CELLS = 32;
const NO_SPACES = /[\u2009\u202f]/g;

/** The windows that have not started, by their start. */
export function comingOf(events: readonly Event[]): Event[] {
  const coming = events.filter(({ state }) => state === 'scheduled' || state === 'announced');
  return coming.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Each coming window as a bar between now and the last end, with its times here and in UTC. */
export function comingPicture({ print, io }: Pick<CommandContext, 'print' | 'io'>, events: readonly Event[]): string[] {
  const coming = comingOf(events);
  const from = Number(io.now());
  const to = Math.max(...coming.map((event) => endOf(event) ?? startOf(event)));
  const cellOf = (time: number): number => Math.round((CELLS * (time - from)) / Math.max(1, to - from));
  return coming.flatMap((event) => {
    const start = Math.min(CELLS - 1, Math.max(0, cellOf(startOf(event))));
    const end = Math.max(start + 1, cellOf(endOf(event) ?? to));
    const bar =
      print.colors.dim('░'.repeat(start)) + print.colors.yellow('█'.repeat(end - start)) + print.colors.dim('░'.repeat(CELLS - end));
    return [
      `${bar} ${event.id} ${event.state}, ${scopeText(event)}`,
      ...timesOf(event, io.env['TZ']).map((line) => `${' '.repeat(CELLS + 1)}${line}`),
    ];
  });
}

/** `read-only, ios, 1.0.0 to 1.4.2, except testers`. */
export function scopeText({ mode, platforms, versions, testers }: Event): string {
  const ranges = (versions ?? []).map(({ min, max }) => (min && max ? `${min} to ${max}` : min ? `from ${min}` : `to ${max}`));
  const words = [
    mode === 'read_only' ? 'read-only' : 'full',
    ...(platforms ?? []),
    ...ranges,
    ...(testers === null ? [] : ['except testers']),
  ];
  return oneLine(words.join(', '));
}

/** The start and the end, here and in UTC; one line when both are the same. */
export function timesOf(event: Pick<Event, 'startAt' | 'endAt'>, zone?: string): string[] {
  const [here, utc] = [rangeIn(event, zone), rangeIn(event, 'UTC')];
  return here === utc ? [utc] : [here, utc];
}

function rangeIn(event: Pick<Event, 'startAt' | 'endAt'>, zone: string | undefined): string {
  const format = formatIn(zone);
  const end = endOf(event);
  const text = end === null ? `${format.format(startOf(event))}, until it is switched off` : format.formatRange(startOf(event), end);
  return text.replace(NO_SPACES, ' ');
}

function formatIn(zone: string | undefined): Intl.DateTimeFormat {
  const shape = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...shape, ...(zone ? { timeZone: zone } : {}) });
  } catch {
    // a TZ that only the C library knows
    return new Intl.DateTimeFormat('en-GB', shape);
  }
}

function startOf({ startAt }: Pick<Event, 'startAt'>): number {
  return Date.parse(startAt ?? '');
}

function endOf({ endAt }: Pick<Event, 'endAt'>): number | null {
  return endAt === null ? null : Date.parse(endAt);
}
