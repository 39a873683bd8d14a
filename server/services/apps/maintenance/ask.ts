import { type MaintenanceView, viewFor } from '../../../domain/maintenance/view.ts';
import type { AppSnapshot } from '../app-snapshot.ts';
import { type StartAttributes, StartRequest } from '../flags/evaluate-flags.ts';

type Windows = Pick<AppSnapshot, 'app' | 'windows' | 'at'>;

/** The maintenance of an app as one request sees it. */
export interface MaintenanceAnswer extends MaintenanceView {
  readonly includesUpcoming: boolean;
  /** Equal for equal answers of one snapshot. */
  readonly key: string;
}

/** The answer of `/bootstrap`, where platform and version are old parameters. */
export function maintenanceAtStart(snapshot: Windows, request: StartRequest): MaintenanceAnswer {
  return answerFor(snapshot, request, request.isPersonal);
}

/** The answer of `/maintenance`, where every parameter is new. */
export function maintenanceFor(snapshot: Windows, attributes: StartAttributes): MaintenanceAnswer {
  return answerFor(snapshot, new StartRequest(snapshot.app, attributes), Object.values(attributes).some(Boolean));
}

/** The methods that only read. */
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** The window that closes the gate to a request. A read-only one closes it to a method that writes, if the request names the method. */
export function closedBy(snapshot: Windows, { method, ...attributes }: GateAttributes): MaintenanceView['active'] {
  const { active } = answerFor(snapshot, new StartRequest(snapshot.app, attributes), true);
  const mayPass = active?.mode === 'read_only' && (!method || READING.includes(method));
  return mayPass ? null : active;
}

export interface GateAttributes extends StartAttributes {
  method?: string;
}

/** Most apps have no windows, so most requests need no evaluation. */
const NO_WINDOWS: MaintenanceAnswer = { active: null, upcoming: [], includesUpcoming: false, key: '' };
const NO_WINDOWS_FOR_MORE: MaintenanceAnswer = { ...NO_WINDOWS, includesUpcoming: true, key: 'more' };

function answerFor({ windows, at }: Windows, request: StartRequest, includesUpcoming: boolean): MaintenanceAnswer {
  if (windows.length === 0) return includesUpcoming ? NO_WINDOWS_FOR_MORE : NO_WINDOWS;
  const { active, upcoming } = viewFor(windows, at, { context: request.context, includesUpcoming });
  const id = active === null ? '' : String(active.id);
  const key = includesUpcoming ? ['more', id, ...upcoming.map((window) => window.id)].join(':') : id;
  return { active, upcoming, includesUpcoming, key };
}

/** Seconds until the end of a window, or until its expected end, when that is in the future; else null. */
export function secondsToEnd(active: MaintenanceView['active'], now: Date): number | null {
  if (active === null) return null;
  const end = Number.isFinite(active.endAt) ? active.endAt : (active.estimatedEnd?.getTime() ?? 0);
  const seconds = Math.ceil((end - now.getTime()) / 1000);
  return seconds > 0 ? seconds : null;
}
