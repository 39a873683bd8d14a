import type { CompiledSegments } from '../flags/compile.ts';
import { type CompiledCondition, type ConditionList, listOf, type Test } from '../flags/conditions/conditions.ts';
import { compareVersions, parseVersion } from '../version-number.ts';

export const MODES = ['full', 'read_only'] as const;
/** `read_only`: the app may still be read. */
export type MaintenanceMode = (typeof MODES)[number];

export const STATES = ['scheduled', 'announced', 'active', 'ended'] as const;
export type MaintenanceState = (typeof STATES)[number];

/** The versions from `min` to `max`, both included; without one of them the range is open. */
export interface VersionRange {
  min?: string;
  max?: string;
}

/** The people whom the maintenance lets in: those of a segment, or a list of users and installations. */
export interface Testers {
  segment?: string;
  ids?: string[];
}

/** The times of a window; null is no time. Without `startAt` it starts as it is created, by the clock of any process. */
export interface WindowTimes {
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly announceFrom: Date | null;
  readonly endedAt: Date | null;
}

/** A window as its app stores it. */
export interface WindowSource extends WindowTimes {
  readonly id: number;
  readonly mode: MaintenanceMode;
  readonly messageEn: string | null;
  readonly messageAr: string | null;
  readonly estimatedEnd: Date | null;
  readonly platforms: readonly string[] | null;
  readonly versions: readonly VersionRange[] | null;
  readonly testers: Testers | null;
}

/** The same times in milliseconds since 1970; infinite when not given. */
interface Times {
  readonly announceFrom: number;
  readonly startAt: number;
  readonly endAt: number;
}

/** A window with everything prepared that does not depend on a request. */
export interface CompiledWindow extends Times, Pick<WindowSource, 'id' | 'mode' | 'messageEn' | 'messageAr' | 'estimatedEnd'> {
  /** Whether the request tells a platform and a version of the window. */
  readonly fits: Test;
  readonly isTester: Test;
  /** The conditions of `fits`. */
  readonly scope: ConditionList;
  /** The conditions of `isTester`; those of one list must be true. */
  readonly testers: readonly ConditionList[];
}

/** Prepares a window with the segments of its app. */
export function compileWindow(window: WindowSource, segments: CompiledSegments): CompiledWindow {
  const { id, mode, messageEn, messageAr, estimatedEnd, platforms, versions, testers } = window;
  const scope = listOf([...conditionsOf('platform', fitsPlatform(platforms)), ...conditionsOf('appVersion', fitsVersion(versions))]);
  const lists = testersOf(testers, segments);
  return {
    ...timesOf(window),
    id,
    mode,
    messageEn,
    messageAr,
    estimatedEnd,
    fits: scope.fits,
    isTester: (context) => lists.some(({ fits }) => fits(context)),
    scope,
    testers: lists,
  };
}

/** The state of a window at a time, in milliseconds since 1970. */
export function stateAt({ announceFrom, startAt, endAt }: Times, at: number): MaintenanceState {
  if (at >= endAt) return 'ended';
  if (at >= startAt) return 'active';
  return at >= announceFrom ? 'announced' : 'scheduled';
}

export function stateOf(window: WindowTimes, now: Date): MaintenanceState {
  return stateAt(timesOf(window), now.getTime());
}

/** The time at which a window has ended by itself or by hand; null while it has not. */
export function endOf(window: WindowTimes, now: Date): Date | null {
  return window.endedAt ?? (stateOf(window, now) === 'ended' ? window.endAt : null);
}

/** The times at which windows may change by themselves. */
export function windowBoundaries(windows: readonly Times[]): number[] {
  return windows.flatMap(({ announceFrom, startAt, endAt }) => [announceFrom, startAt, endAt]);
}

function timesOf({ startAt, endAt, announceFrom, endedAt }: WindowTimes): Times {
  return {
    announceFrom: announceFrom?.getTime() ?? -Infinity,
    startAt: startAt?.getTime() ?? -Infinity,
    // clocks differ: a window that was ended is over in every process
    endAt: endedAt === null ? (endAt?.getTime() ?? Infinity) : -Infinity,
  };
}

function conditionsOf(attribute: string, test: Test | null): CompiledCondition[] {
  return test === null ? [] : [{ attribute, test }];
}

function fitsPlatform(platforms: WindowSource['platforms']): Test | null {
  if (platforms === null) return null;
  return (context) => platforms.some((platform) => platform === context.get('platform'));
}

function fitsVersion(ranges: WindowSource['versions']): Test | null {
  if (ranges === null) return null;
  const parsed = ranges.map(({ min, max }) => ({ min: parseVersion(min ?? ''), max: parseVersion(max ?? '') }));
  return (context) => {
    const version = context.read('appVersion')?.version ?? null;
    if (version === null) return false;
    return parsed.some(
      ({ min, max }) => (min === null || compareVersions(version, min) >= 0) && (max === null || compareVersions(version, max) <= 0),
    );
  };
}

function testersOf(testers: Testers | null, segments: CompiledSegments): ConditionList[] {
  if (testers === null) return [];
  const { segment, ids = [] } = testers;
  if (segment !== undefined) return [segments.get(segment)].filter((conditions) => conditions !== undefined);
  const known = new Set(ids);
  const isKnown =
    (name: string): Test =>
    (context) =>
      known.has(String(context.get(name) ?? ''));
  return ['userId', 'installationId'].map((attribute) => listOf([{ attribute, test: isKnown(attribute) }]));
}
