import type { CommandContext } from '../../../command.ts';
import { percentBar } from '../../../output/chart.ts';
import { oneLine } from '../../../output/safe-text.ts';
import type { Version } from '../releases.ts';

/** `████░░░░ 20 % of phones`, with the next steps below. */
export function rolloutPicture({ print, io }: CommandContext, release: Version): string[] {
  const { offeredPercent, steps, isActive } = release;
  const next = steps.filter(({ at }) => Date.parse(at) > Number(io.now()));
  const coming = next.map(({ at, percent }) => `${percent} % ${print.time(at)}`).join(', ');
  return [
    `${percentBar(print.colors, offeredPercent)} ${rolloutText(release)}`,
    ...(isActive && coming !== ''
      ? [release.rolloutState === 'halted' ? 'The steps wait until it is resumed.' : `Next: ${oneLine(coming)}`]
      : []),
  ];
}

/** `20 % of phones`, or why no phone is offered it. */
export function rolloutText({ offeredPercent, rolloutState, isActive }: Version): string {
  if (!isActive) return 'inactive';
  return rolloutState === 'halted' ? 'halted' : `${offeredPercent} % of phones`;
}

/** Below the sentence of a change, for people. */
export function showRollout(context: CommandContext, release: Version): void {
  const { print } = context;
  if (!print.json && print.isForPeople) for (const line of rolloutPicture(context, release)) print.note(line);
}
