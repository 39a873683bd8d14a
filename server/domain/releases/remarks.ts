import { isNone, usersText } from '../audience/wording.ts';
import type { ReleaseQuestion } from './audience.ts';
import type { AnyRelease } from './release-change.ts';
import { offeredPercentAt } from './rollout.ts';

/**
 * Everything about a change of a release that may surprise. All users of the period have answered the question, or it is scaled to them.
 */
export function releaseRemarks(question: ReleaseQuestion, users: number): string[] {
  const { before, after, at } = question.change;
  const release = after.subject;
  if (release === null) return [];
  const [was, is] = [before.subject, release].map((one) => (one === null ? 0 : offeredPercentAt(one, at))) as [number, number];
  const forced = question.forced.scaledTo(users);
  return [
    ...(isNone(forced) ? [] : [`The change forces ${usersText(forced)} to update.`]),
    ...(is > 0 ? remarksOnOffer(question, release, { users, percent: is }) : []),
    ...(is === 0 && was === 0 ? [nobody(release)] : []),
    ...(is === 0 && was > 0 ? remarksOnEnd(question, users) : []),
    ...remarksOnTime(release, { before: before.subject, at, percent: is }),
  ];
}

interface Offered {
  readonly users: number;
  readonly percent: number;
}

function remarksOnOffer({ anonymous, older }: ReleaseQuestion, { versionName }: AnyRelease, { users, percent }: Offered): string[] {
  const without = anonymous.scaledTo(users);
  return [
    ...(percent < 100 && !isNone(without)
      ? [
          `Below 100 percent a phone that sends no installationId is offered nothing, and the installationId of ${usersText(without)} is not stored.`,
        ]
      : []),
    ...(users > 0 && isNone(older.scaledTo(users)) ? [`No user of the last 30 days runs a version older than ${versionName}.`] : []),
  ];
}

function remarksOnEnd({ running }: ReleaseQuestion, users: number): string[] {
  const kept = running.scaledTo(users);
  return isNone(kept) ? [] : [`It stays on the phones of ${usersText(kept)}: a phone never goes back.`];
}

function nobody({ isActive, haltedAt }: AnyRelease): string {
  if (!isActive) return 'The release is not active, so it is offered to nobody.';
  return haltedAt === null ? 'The release is offered to 0 percent of the phones.' : 'The release is halted, so it is offered to nobody.';
}

interface Moment {
  readonly before: AnyRelease | null;
  readonly at: number;
  readonly percent: number;
}

function remarksOnTime({ isActive, haltedAt, steps, forceAfter }: AnyRelease, { before, at, percent }: Moment): string[] {
  if (!isActive || haltedAt !== null) return [];
  const last = steps.at(-1);
  const isForcedLater = forceAfter !== null && forceAfter.getTime() > at && forceAfter.getTime() !== before?.forceAfter?.getTime();
  return [
    ...(last !== undefined && Date.parse(last.at) > at && last.percent > percent
      ? [`The steps widen it from ${percent} to ${last.percent} percent until ${last.at}; the numbers are those of now.`]
      : []),
    ...(isForcedLater ? [`From ${forceAfter.toISOString()} on everybody who is offered it is forced to update.`] : []),
  ];
}
