import { versionKey } from './version-number.ts';

/** Counts of so many spellings, the highest, are read and put together: strangers choose the versions that they report. */
export const MAX_SPELLINGS = 200;

/** The spellings that one version was counted under. */
interface Spelled<T> {
  readonly values: readonly T[];
  readonly spellings: ReadonlySet<string>;
}

/**
 * Puts together what belongs to one version, although apps spell it differently (`1.0`, `1.0.0`, `v1.0`). A version of one spelling keeps
 * it; one of several is named by the usual spelling.
 */
export function groupByVersion<T>(entries: Iterable<readonly [spelling: string, value: T]>): [version: string, values: readonly T[]][] {
  const groups = new Map<string, { values: T[]; spellings: Set<string> }>();
  for (const [spelling, value] of entries) {
    const key = versionKey(spelling);
    const group = groups.get(key) ?? { values: [], spellings: new Set() };
    group.values.push(value);
    group.spellings.add(spelling);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => [nameOf(key, group), group.values]);
}

/** The sums of counts by version, the highest first. */
export function sumByVersion(counts: Iterable<readonly [spelling: string, count: number]>): [version: string, count: number][] {
  return groupByVersion(counts)
    .map(([version, values]): [string, number] => [version, values.reduce((sum, count) => sum + count, 0)])
    .toSorted(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1));
}

function nameOf<T>(key: string, { spellings }: Spelled<T>): string {
  const [only = key] = spellings;
  return spellings.size === 1 ? only : key;
}
