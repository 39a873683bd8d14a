import type { AppVersion } from '../../../../models/apps/AppVersion.ts';
import type { ReleaseGuard } from '../../../domain/releases/guard.ts';
import type { Notes, Platform, StoredRelease } from '../../../domain/releases/offers.ts';
import { offeredPercentAt, type Rollout, type RolloutPlan, type RolloutState } from '../../../domain/releases/rollout.ts';
import { visibleOrNull } from '../../../platform/unicode.ts';

export interface NewVersion extends RolloutPlan {
  versionName: string;
  versionCode: number;
  minVersion?: string | null;
  isForce: boolean;
  storeUrl?: string | null;
  changelog?: string | null;
  isActive: boolean;
  platform?: Platform | null;
  rolloutState?: RolloutState;
  forceAfter?: Date | null;
  priority?: number;
  minOsVersion?: string | null;
  notes?: Notes | null;
  remindAfterHours?: number;
  guard?: ReleaseGuard | null;
}

export type VersionPatch = Partial<Omit<NewVersion, 'versionName' | 'versionCode'>>;

/** The columns of given fields, except those of the rollout, which depend on each other. */
export function columnsOf({ rolloutPercent, rolloutState, steps, notes, guard, ...plain }: VersionPatch): Partial<AppVersion> {
  return {
    ...plain,
    ...(notes === undefined ? {} : { notes: toText(notes) }),
    ...(guard === undefined ? {} : { guard: toText(guard) }),
  };
}

export function rolloutColumns({ rolloutPercent, steps, haltedAt }: Rollout): Partial<AppVersion> {
  const rolloutState = haltedAt === null ? 'active' : 'halted';
  return { rolloutPercent, steps: steps.length === 0 ? null : JSON.stringify(steps), haltedAt, rolloutState };
}

/** The rollout of a row. A row without the time of its halt was halted before its first step. */
export function rolloutOf({ rolloutPercent, rolloutState, steps, haltedAt }: AppVersion): Rollout {
  const since = rolloutState === 'halted' ? (haltedAt ?? new Date(0)) : null;
  return { rolloutPercent, steps: steps ? JSON.parse(steps) : [], haltedAt: since };
}

/** Releases of earlier servers may have blank notes. */
function notesOf({ notes }: AppVersion): Notes | null {
  const stored: Notes | null = notes ? JSON.parse(notes) : null;
  return stored && Object.fromEntries(Object.entries(stored).map(([language, text]) => [language, visibleOrNull(text)]));
}

export function guardOf({ guard }: AppVersion): ReleaseGuard | null {
  return guard ? JSON.parse(guard) : null;
}

/** The release as phones are compared with it. */
export function releaseOf(version: AppVersion): StoredRelease {
  const { versionName, versionCode, isForce, priority, remindAfterHours } = version;
  return {
    versionName,
    versionCode,
    isForce,
    priority,
    remindAfterHours,
    minVersion: version.minVersion ?? null,
    storeUrl: version.storeUrl ?? null,
    changelog: visibleOrNull(version.changelog),
    platform: version.platform ?? null,
    forceAfter: version.forceAfter ?? null,
    minOsVersion: version.minOsVersion ?? null,
    notes: notesOf(version),
    ...rolloutOf(version),
  };
}

/** A release as operators see it. */
export interface ReleaseView extends StoredRelease, Pick<AppVersion, 'id' | 'isActive' | 'rolloutState' | 'createdAt'> {
  readonly guard: ReleaseGuard | null;
  /** When the guard acted; it then leaves the release alone until it is changed. */
  readonly guardActedAt: Date | null;
  /** The percent of the phones that it is offered to. */
  readonly offeredPercent: number;
}

export function viewOf(version: AppVersion, now: Date): ReleaseView {
  const { id, isActive, rolloutState, createdAt } = version;
  const release = releaseOf(version);
  const offeredPercent = offeredPercentAt({ ...release, isActive }, now.getTime());
  return {
    ...release,
    id,
    isActive,
    rolloutState,
    createdAt,
    guard: guardOf(version),
    guardActedAt: version.guardActedAt ?? null,
    offeredPercent,
  };
}

function toText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
