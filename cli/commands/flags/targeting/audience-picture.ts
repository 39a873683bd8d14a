import type { components } from '../../../../generated/api-types.ts';
import { isRecord } from '../../../json.ts';
import { formatCount, formatPercent } from '../../../output/chart.ts';
import type { Printer } from '../../../output/printer.ts';
import { isolateDirection, oneLine } from '../../../output/safe-text.ts';
import { displayWidth, padEnd, truncate } from '../../../output/width.ts';

type Answer = components['schemas']['FlagPreview'];
type Audience = components['schemas']['Reach'];
type Count = Audience['matched'];
type Groups = Audience['byPlatform'];

const CELLS = 24;
const LABEL_CELLS = 20;
/** Versions that are drawn; the first ones have the most users. */
const MAX_GROUPS = 8;

/** The words of a picture for one kind of thing. */
interface Words {
  readonly matched: string;
  readonly gains: string;
  readonly loses: string;
}

const FLAG_WORDS: Words = { matched: 'On for', gains: 'gain it', loses: 'lose it' };
export const RELEASE_WORDS: Words = { matched: 'Offered as an update to', gains: 'gain it', loses: 'lose it' };
export const MAINTENANCE_WORDS: Words = { matched: 'Under maintenance:', gains: 'come under it', loses: 'leave it' };

/** The picture of the answer to a dry run; that of a flag or segment unless it is given other words. */
export function audienceLines(print: Pick<Printer, 'colors'>, words: Words = FLAG_WORDS): (answer: unknown) => string[] {
  return (answer) => (hasAudience(answer) ? audiencePicture(print, words, answer) : []);
}

/** The users of the last 30 days whom a change reaches: the sum, those who gain and lose it, then bars by platform and version. */
function audiencePicture(
  { colors }: Pick<Printer, 'colors'>,
  words: Words,
  { reach, warnings }: Pick<Answer, 'reach' | 'warnings'>,
): string[] {
  const { users, window, matched, gains, loses, method, unknownAttributes, byPlatform, byVersion } = reach;
  const warned = warnings.map((warning) => colors.yellow(oneLine(`! ${warning}`)));
  if (users === 0) return [`No user was seen in the last ${oneLine(window)}, so the audience is unknown.`, ...warned];
  const about = method === 'sample' ? 'about ' : '';
  const changes = `${textOfCount(gains)} ${words.gains}, ${textOfCount(loses)} ${words.loses}`;
  return [
    colors.bold(
      `${words.matched} ${about}${textOfCount(matched)} of ${formatCount(users)} users of the last ${oneLine(window)}${shareText(matched, users)}`,
    ),
    `The change: ${changes}.`,
    ...groupLines('Platform', byPlatform, colors),
    ...groupLines('Version', byVersion, colors),
    ...(unknownAttributes.length === 0 ? [] : [oneLine(`Not stored for every user: ${unknownAttributes.join(', ')}.`)]),
    ...warned,
  ];
}

function hasAudience(value: unknown): value is Pick<Answer, 'reach' | 'warnings'> {
  return isRecord(value) && isRecord(value['reach']) && Array.isArray(value['warnings']);
}

function groupLines(title: string, groups: Groups, colors: Printer['colors']): string[] {
  const all = Object.entries(groups);
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_GROUPS).map(([name, group]) => ({ label: truncate(oneLine(name), LABEL_CELLS), ...group }));
  const width = Math.max(...shown.map(({ label }) => displayWidth(label)));
  const rest = all.length - shown.length;
  return [
    title,
    ...shown.map(({ label, matched, users }) => {
      const padded = padEnd(label, width).replace(label, () => isolateDirection(label));
      return `   ${padded}  ${barOf(matched, users, colors)}  ${textOfCount(matched)} of ${formatCount(users)}`;
    }),
    ...(rest > 0 ? [`   and ${rest} more`] : []),
  ];
}

/** Certain users are full, possible ones shaded. */
function barOf(count: Count, users: number, colors: Printer['colors']): string {
  const { min, max } = boundsOf(count);
  const [certain, possible] = [min, max].map((number) => Math.round((CELLS * number) / Math.max(1, users))) as [number, number];
  return colors.green('█'.repeat(certain)) + colors.yellow('▒'.repeat(possible - certain)) + colors.dim('░'.repeat(CELLS - possible));
}

/** `412`, or `412 to 900` where stored attributes do not decide. */
function textOfCount(count: Count): string {
  const { min, max } = boundsOf(count);
  return min === max ? formatCount(min) : `${formatCount(min)} to ${formatCount(max)}`;
}

function shareText(count: Count, users: number): string {
  const { min, max } = boundsOf(count);
  return min === max ? ` (${formatPercent(min, users)})` : ` (${formatPercent(min, users)} to ${formatPercent(max, users)})`;
}

function boundsOf(count: Count): { readonly min: number; readonly max: number } {
  return typeof count === 'number' ? { min: count, max: count } : count;
}
