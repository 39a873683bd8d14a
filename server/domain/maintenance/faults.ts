import type { Fault } from '../../platform/errors.ts';
import { compareVersions, parseVersion } from '../version-number.ts';
import type { Testers, VersionRange } from './window.ts';

/** A window as an operator asks for it. */
export interface ProposedWindow {
  readonly isActive: boolean;
  readonly startAt?: Date | null;
  readonly endAt?: Date | null;
  readonly announceFrom?: Date | null;
  readonly versions?: readonly VersionRange[] | null;
  readonly testers?: Testers | null;
}

export interface WindowSurroundings {
  readonly now: Date;
  readonly segments: ReadonlySet<string>;
}

/** Everything in a window that contradicts itself or names something unknown, with its path. */
export function windowFaults(proposed: ProposedWindow, { now, segments }: WindowSurroundings): Fault[] {
  const { versions, testers } = proposed;
  const faults = proposed.isActive ? timeFaults(proposed, now) : endFaults(proposed);
  for (const [index, { min, max }] of (versions ?? []).entries()) {
    const [low, high] = [parseVersion(min ?? ''), parseVersion(max ?? '')];
    if (low !== null && high !== null && compareVersions(low, high) > 0)
      faults.push(fault(`versions[${index}].max`, `must not be below min ${min}`));
  }
  const segment = testers?.segment;
  if (segment !== undefined && !segments.has(segment)) faults.push(fault('testers.segment', `names no segment of the app: ${segment}`));
  return faults;
}

function timeFaults({ startAt, endAt, announceFrom }: ProposedWindow, now: Date): Fault[] {
  const faults: Fault[] = [];
  if (startAt && startAt <= now) faults.push(fault('startAt', 'must be in the future; without it the maintenance starts now'));
  if (endAt && endAt <= (startAt ?? now)) faults.push(fault('endAt', startAt ? 'must be after startAt' : 'must be in the future'));
  if (announceFrom && (!startAt || announceFrom >= startAt)) faults.push(fault('announceFrom', 'must be before startAt'));
  return faults;
}

/** Switching off happens at once: a time for it would be ignored. */
function endFaults({ startAt, endAt, announceFrom }: ProposedWindow): Fault[] {
  const times = Object.entries({ startAt, endAt, announceFrom }).filter(([, time]) => time);
  return times.map(([name]) => fault(name, 'needs isActive true'));
}

function fault(field: string, message: string): Fault {
  return { field, message: `${field} ${message}` };
}
