/** Returns the next number from 0 up to 1, the same on every machine. */
export type Random = () => number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The generator Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @throws Error when there is nothing to pick from */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

/** A number of days between `from` and `to` days ago, more often a recent one. */
export function someDay(random: Random, from: number, to: number): number {
  return to + Math.floor((from - to) * random() ** 1.3);
}

/** A time on that day from 8 in the morning to midnight in Riyadh. `end` is a midnight in UTC. */
export function momentOf(random: Random, end: Date, daysAgo: number): Date {
  const riyadhMorning = 5 * HOUR;
  return new Date(end.getTime() - daysAgo * DAY + riyadhMorning + Math.floor(random() * 16 * 3_600) * 1_000);
}

/** A time after `from` and before `end`, at most `hours` later. */
export function momentAfter(random: Random, { from, end, hours }: { from: Date; end: Date; hours: number }): Date {
  const room = Math.min(hours * HOUR, (end.getTime() - from.getTime()) / 2);
  return new Date(from.getTime() + Math.ceil((random() * room) / 1_000) * 1_000);
}

/** Whether the text is written in Arabic letters. */
export function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

export function byTime(left: { readonly createdAt: Date }, right: { readonly createdAt: Date }): number {
  return left.createdAt.getTime() - right.createdAt.getTime();
}
