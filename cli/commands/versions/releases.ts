import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { notFound } from '../../errors/hints.ts';
import { unwrap } from '../../http/client.ts';
import { confirmSevere } from '../../input/confirm.ts';
import { oneLine } from '../../output/safe-text.ts';
import { isAbove } from './semver.ts';

export type Version = components['schemas']['AppVersion'];

/** The fields of a release that decide which versions remain usable. */
type Release = Pick<Version, 'versionName' | 'versionCode' | 'minVersion' | 'isForce' | 'isActive' | 'forceAfter'>;

/** People name a release by its code. Releases of two platforms may have the same one. */
export interface ReleaseName {
  readonly slug: string;
  readonly code: number;
  readonly platform: 'android' | 'ios' | undefined;
}

/** The releases of an app, newest first. */
export async function readReleases({ api }: CommandContext, slug: string): Promise<Version[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/versions', { params: { path: { slug } } }));
}

/** @throws CliError exit 5 when there is no such release, exit 2 when there are two */
export function findRelease(releases: readonly Version[], { slug, code, platform }: ReleaseName): Version {
  const named = releases.filter((release) => release.versionCode === code);
  const found = platform === undefined ? named : named.filter((release) => release.platform === platform || release.platform === null);
  const [release] = found;
  if (release === undefined)
    throw notFound('version_not_found', `${slug} has no release with code ${code}${platform === undefined ? '' : ` for ${platform}`}.`);
  if (found.length > 1) throw usageError(`${slug} has a release with code ${code} for each platform.`, 'give --platform android or ios');
  return release;
}

/** `shop 2.1.0 (code 21)`. */
export function titleOf(slug: string, { versionName, versionCode }: Pick<Version, 'versionName' | 'versionCode'>): string {
  return `${slug} ${versionName} (code ${versionCode})`;
}

/** A version code. @throws CliError exit 2 for anything else */
export function readCode(text = ''): number {
  if (checkCode(text) !== true) throw usageError(`"${text}" is not a valid version code: it must be a whole number from 1.`);
  return Number(text);
}

export function checkCode(text: string): true | string {
  return /^[1-9]\d{0,14}$/.test(text) || 'It must be a whole number from 1.';
}

/**
 * Asks before a change that locks users out: a forced release, or a raised minimum.
 * @throws CliError exit 2 for a no, or without `--confirm` when questions are impossible
 */
export async function confirmReleases(
  context: CommandContext,
  { slug, before, after, given }: { slug: string; before: readonly Release[]; after: readonly Release[]; given: string | undefined },
): Promise<void> {
  const consequence = consequenceOf(before, after);
  if (consequence !== null) await confirmSevere(context, { slug, consequence, given });
}

/** Whether a change locks users out. */
export function isSevere(before: readonly Release[], after: readonly Release[]): boolean {
  return consequenceOf(before, after) !== null;
}

function consequenceOf(before: readonly Release[], after: readonly Release[]): string | null {
  const alreadyForced = new Set(before.filter(isForced).map(({ versionCode }) => versionCode));
  const forced = after.find((release) => isForced(release) && !alreadyForced.has(release.versionCode));
  const [oldMinimum, newMinimum] = [minimumOf(before), minimumOf(after)];
  const sentences = [
    ...(forced === undefined ? [] : [forceSentence(forced)]),
    ...(newMinimum !== null && (oldMinimum === null || isAbove(newMinimum, oldMinimum))
      ? [`Versions below ${newMinimum} stop working.`]
      : []),
  ];
  return sentences.length === 0 ? null : oneLine(sentences.join(' '));
}

function isForced({ isActive, isForce, forceAfter }: Release): boolean {
  return isActive && (isForce || forceAfter !== null);
}

function forceSentence({ versionName, versionCode, isForce, forceAfter }: Release): string {
  const start = isForce || forceAfter === null ? 'Every' : `From ${forceAfter} on, every`;
  return `${start} user must update to ${versionName} (code ${versionCode}).`;
}

/** The effective minimum: that of the newest active release with one. */
function minimumOf(releases: readonly Release[]): string | null {
  const newestFirst = releases.toSorted((left, right) => right.versionCode - left.versionCode);
  return newestFirst.find(({ isActive, minVersion }) => isActive && minVersion !== null)?.minVersion ?? null;
}
