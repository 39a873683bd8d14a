import type { Release } from '../data.ts';

/** The fields of a release that decide which versions remain usable. */
type Deciding = Pick<Release, 'id' | 'versionCode' | 'minVersion' | 'isForce' | 'isActive' | 'forceAfter'>;

/** Whether a change locks users out: a release is forced that was not, or the minimum is raised. */
export function locksOut(releases: readonly Deciding[], before: Deciding | null, after: Deciding | null): boolean {
  if (after === null) return false;
  if (isForced(after) && !(before !== null && isForced(before))) return true;
  const others = releases.filter(({ id }) => id !== (before ?? after).id);
  const [was, is] = [minimumOf(before === null ? others : [...others, before]), minimumOf([...others, after])];
  return is !== null && (was === null || isAbove(is, was));
}

function isForced({ isActive, isForce, forceAfter }: Deciding): boolean {
  return isActive && (isForce || forceAfter !== null);
}

/** The minimum in force: that of the newest active release with one. */
function minimumOf(releases: readonly Deciding[]): string | null {
  const newestFirst = releases.toSorted((left, right) => right.versionCode - left.versionCode);
  return newestFirst.find(({ isActive, minVersion }) => isActive && minVersion !== null)?.minVersion ?? null;
}

/** By the numbers alone; two pre-releases of one version count as raised, so that a person is asked rather than not. */
function isAbove(left: string, right: string): boolean {
  const [of, other] = [numbersOf(left), numbersOf(right)];
  const at = of.findIndex((number, index) => number !== other[index]);
  return at === -1 ? left !== right : (of[at] ?? 0) > (other[at] ?? 0);
}

function numbersOf(version: string): number[] {
  return (version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number);
}
