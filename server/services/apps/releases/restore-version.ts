import type { App } from '../../../../models/apps/App.ts';
import type { AppVersion } from '../../../../models/apps/AppVersion.ts';
import type { ChangeAct } from '../app-audit.ts';
import type { Apps } from '../apps-service.ts';
import { changeVersion, type VersionKey } from './change-version.ts';
import { requireMinimumAtMost, requirePlace } from './versions.ts';

type Recorded = Readonly<Record<string, unknown>>;

/** The state of a release that the audit log has. */
export interface RecordedState {
  /** Columns as the log shows them, with JSON in place of its text. */
  readonly fields: Recorded;
  /** The current version of the app that goes with it, where it still has what the change `left`. */
  readonly app?: { readonly left: Recorded; readonly back: Recorded } | undefined;
}

const TIMES = new Set(['haltedAt', 'forceAfter', 'guardActedAt']);
const ROLLOUT = new Set(['rolloutPercent', 'rolloutState', 'steps', 'haltedAt']);

/**
 * Sets columns of a release to exactly what was recorded, also those that no request can set, such as the time of a halt.
 * @throws ApiError 404 `version_not_found`, 400 and 409 `version_code_not_incrementing` as a change of the release
 */
export function restoreVersion(apps: Apps, act: ChangeAct, key: VersionKey, { fields, app: moved }: RecordedState): Promise<AppVersion> {
  return changeVersion(apps, { ...act, ifMatch: null }, key, {
    action: actionOf(fields),
    async apply(version, app) {
      const { minVersion } = fields;
      requireMinimumAtMost(version.versionName, typeof minVersion === 'string' ? minVersion : null);
      version.set(columnsOf(fields));
      if (version.changed('guard') && !('guardActedAt' in fields)) version.set({ guardActedAt: null });
      await requirePlace(apps.db, app, version);
    },
    currentOf: (app) => (moved !== undefined && isAt(app, moved.left) ? (moved.back as Partial<App>) : null),
  });
}

function isAt(app: App, left: Recorded): boolean {
  return Object.entries(left).every(([name, value]) => app.get(name) === value);
}

/** The action that an operator would have taken. */
function actionOf(fields: Recorded): string {
  if (!Object.keys(fields).every((name) => ROLLOUT.has(name))) return 'version.changed';
  const { rolloutState } = fields;
  if (rolloutState === undefined) return 'version.rollout_changed';
  return rolloutState === 'halted' ? 'version.halted' : 'version.resumed';
}

function columnsOf(fields: Recorded): Partial<AppVersion> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, columnOf(name, value)]));
}

function columnOf(name: string, value: unknown): unknown {
  if (TIMES.has(name) && typeof value === 'string') return new Date(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
