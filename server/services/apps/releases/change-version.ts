import { Op, type WhereOptions } from 'sequelize';
import type { App } from '../../../../models/apps/App.ts';
import { AppVersion } from '../../../../models/apps/AppVersion.ts';
import {
  percentAt,
  planned,
  type Rollout,
  type RolloutPlan,
  type RolloutState,
  resumed,
  stepFaults,
} from '../../../domain/releases/rollout.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Changes, changesOf } from '../../../platform/db/records/changes.ts';
import { notFound, validationError } from '../../../platform/errors.ts';
import { auditApp } from '../app-audit.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import type { ConditionalAct } from '../flags/flags.ts';
import { requireVersion } from '../flags/row-version.ts';
import { rolloutColumns, rolloutOf } from './release-columns.ts';

/** A release of an app. */
export interface VersionKey {
  slug: string;
  id: number;
}

/** A change of the columns of a release in the transaction that holds the lock of its app. */
interface ReleaseChange {
  readonly action: string;
  apply(version: AppVersion, app: App): void | Promise<void>;
  /** The current version of the app, when it does not follow from the releases. */
  currentOf?(app: App): Partial<App> | null;
}

/** The columns that decide which release is the current one. */
const CURRENT = ['isActive', 'platform', 'rolloutPercent', 'rolloutState', 'steps'] as const;

/** Changes one release. When that affects which release is for everybody, the newest such release becomes the app's current version. */
export async function changeVersion(apps: Apps, act: ConditionalAct, { slug, id }: VersionKey, change: ReleaseChange): Promise<AppVersion> {
  return changeApp(apps, slug, async (app) => {
    const version = await findVersion(apps.db, app, id);
    requireVersion(act.ifMatch, version);
    await change.apply(version, app);
    const affectsCurrent = CURRENT.some((column) => version.changed(column));
    const details = changesOf(version);
    await version.save();
    const current = change.currentOf?.(app) ?? null;
    if (current !== null) app.set(current);
    else if (affectsCurrent) await followNewest(apps.db, app, act.now);
    auditApp(apps, act, app, { action: change.action, target: `version:${id}`, details: { ...details, ...movesOf(app) } });
    return version;
  });
}

/** Makes the newest release for everybody the app's current version, if there is one. */
export async function followNewest(db: Database, app: App, now: Date): Promise<void> {
  const current = await newestForAll(db, app, now);
  if (current !== null) setCurrent(app, current);
}

/** The fields of the app that moved along with a release, for the audit log: an undo needs them. */
export function movesOf(app: App): { readonly app?: Changes } {
  const changes = changesOf(app);
  return Object.keys(changes.after).length === 0 ? {} : { app: changes };
}

/** @throws ApiError 404 `version_not_found` */
export async function findVersion(db: Database, app: App, id: number): Promise<AppVersion> {
  const version = await db.model(AppVersion).findOne({ where: { id, appId: app.id } });
  if (version === null) throw notFound('version');
  return version;
}

/** The newest release that is offered to all phones. */
export async function newestForAll(db: Database, app: App, now: Date, filter: WhereOptions<AppVersion> = {}): Promise<AppVersion | null> {
  const active = await db.model(AppVersion).findAll({
    where: { appId: app.id, isActive: true, rolloutState: 'active', ...filter },
    attributes: ['id', 'versionName', 'versionCode', 'rolloutPercent', 'rolloutState', 'steps', 'haltedAt'],
    order: [['versionCode', 'DESC']],
  });
  return active.find((version) => percentAt(rolloutOf(version), now.getTime()) >= 100) ?? null;
}

/** The releases that a phone of the platform may see. A release for both shares its codes with each. */
export function sharing(platform: AppVersion['platform']): WhereOptions<AppVersion> {
  return platform === null ? {} : { platform: { [Op.or]: [null, platform] } };
}

export function setCurrent(app: App, version: AppVersion): void {
  app.set({ currentVersion: version.versionName, currentVersionCode: version.versionCode });
}

export function setRollout(version: AppVersion, rollout: Rollout): void {
  version.set(rolloutColumns(rollout));
}

/** @throws ApiError 400 for steps that fall */
export function soundPlan(present: Rollout, plan: RolloutPlan, now: Date): Rollout {
  const rollout = planned(present, plan, now);
  const faults = stepFaults(rollout);
  if (faults.length > 0) throw validationError(faults);
  return rollout;
}

export function withState(rollout: Rollout, state: RolloutState | undefined, now: Date): Rollout {
  if (state === 'halted') return { ...rollout, haltedAt: rollout.haltedAt ?? now };
  return state === 'active' ? resumed(rollout, now) : rollout;
}
