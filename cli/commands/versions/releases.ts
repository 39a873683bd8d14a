import { usageError } from '../../errors.ts';
import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';
import { oneLine } from '../../output/safe-text.ts';
import { confirmSevere } from '../confirm.ts';
import { isAbove } from './semver.ts';

export type Version = components['schemas']['AppVersion'];

/** What of a release decides who may go on using the app. */
type Release = Pick<Version, 'versionName' | 'versionCode' | 'minVersion' | 'isForce' | 'isActive'>;

/** The releases of an app, the newest first. */
export async function readReleases({ api }: Kit, slug: string): Promise<Version[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/versions', { params: { path: { slug } } }));
}

/** A version code. @throws CliError exit 2 for anything else */
export function readCode(word: string | undefined): number {
  if (checkCode(word ?? '') !== true) throw usageError(`"${word ?? ''}" is no version code: it must be a whole number from 1.`);
  return Number(word);
}

export function checkCode(word: string): true | string {
  return /^[1-9]\d{0,14}$/.test(word) || 'It must be a whole number from 1.';
}

/**
 * Asks before a change that stops people: a forced release, or a minimum above the one in effect.
 * @throws CliError exit 2 when the answer is no, or nobody can be asked and `--confirm` is not given
 */
export async function confirmReleases(
  kit: Kit,
  { slug, before, after, given }: { slug: string; before: readonly Release[]; after: readonly Release[]; given: string | undefined },
): Promise<void> {
  const act = consequence(before, after);
  if (act !== null) await confirmSevere(kit, { slug, act, given });
}

function consequence(before: readonly Release[], after: readonly Release[]): string | null {
  const old = new Set(before.filter(isForced).map(({ versionCode }) => versionCode));
  const forced = after.find((release) => isForced(release) && !old.has(release.versionCode));
  const [was, becomes] = [minimumOf(before), minimumOf(after)];
  const sentences = [
    ...(forced === undefined ? [] : [`Everybody must take ${forced.versionName} (code ${forced.versionCode}) before going on.`]),
    ...(becomes !== null && (was === null || isAbove(becomes, was)) ? [`Versions below ${becomes} stop working.`] : []),
  ];
  return sentences.length === 0 ? null : oneLine(sentences.join(' '));
}

function isForced({ isActive, isForce }: Release): boolean {
  return isActive && isForce;
}

/** The minimum in effect: that of the newest active release that sets one. */
function minimumOf(releases: readonly Release[]): string | null {
  const newestFirst = releases.toSorted((left, right) => right.versionCode - left.versionCode);
  return newestFirst.find(({ isActive, minVersion }) => isActive && minVersion !== null)?.minVersion ?? null;
}
