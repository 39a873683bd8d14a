import type { Schemas } from '../../../api.ts';

/** Versions that are drawn one by one; the rest is one area. */
const MAX_NAMES = 5;

/** The name of the sum of all other versions, and of events without one. */
export const OTHERS = '';

export interface DayOfVersions {
  readonly day: string;
  /** The share of each drawn version, 0–1. */
  readonly shares: ReadonlyMap<string, number>;
}

export interface NamedShare {
  readonly name: string;
  readonly users: number;
  readonly share: number;
}

/** The most frequent versions of now and of the period, and the sum of all others. */
export function seriesOf({ byDay, users }: Schemas['Adoption']) {
  const names = [...mostFrequent(byDay, users).toSorted(newestFirst), OTHERS];
  const isNamed = new Set(names);
  const days = byDay.map(({ date, versions }): DayOfVersions => {
    const shares = new Map<string, number>();
    for (const { version, share } of versions) add(shares, version !== null && isNamed.has(version) ? version : OTHERS, share);
    return { day: date, shares };
  });
  const counts = new Map<string, NamedShare>();
  for (const { version, users: count, share } of users) {
    const name = version !== null && isNamed.has(version) ? version : OTHERS;
    const sum = counts.get(name) ?? { name, users: 0, share: 0 };
    counts.set(name, { name, users: sum.users + count, share: sum.share + share });
  }
  const drawn = names.filter((name) => name !== OTHERS || counts.has(OTHERS) || days.some(({ shares }) => shares.has(OTHERS)));
  return { names: drawn, days, users: drawn.flatMap((name) => counts.get(name) ?? []) };
}

function mostFrequent(byDay: Schemas['Adoption']['byDay'], users: Schemas['Adoption']['users']): string[] {
  const weights = new Map<string, number>();
  // the versions of now count most; one that was replaced still shows where its users went
  for (const { version, share } of users) if (version !== null) add(weights, version, share * byDay.length);
  for (const { versions } of byDay) for (const { version, share } of versions) if (version !== null) add(weights, version, share);
  return [...weights]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, MAX_NAMES)
    .map(([name]) => name);
}

function newestFirst(left: string, right: string): number {
  return right.localeCompare(left, 'en', { numeric: true });
}

function add(sums: Map<string, number>, name: string, share: number): void {
  sums.set(name, (sums.get(name) ?? 0) + share);
}
