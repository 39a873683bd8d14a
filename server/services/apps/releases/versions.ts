import { Op } from 'sequelize';
import type { App } from '../../../../models/apps/App.ts';
import { AppVersion } from '../../../../models/apps/AppVersion.ts';
import type { Rollout } from '../../../domain/releases/rollout.ts';
import { isBelow } from '../../../domain/version-number.ts';
import type { Act } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, validationError } from '../../../platform/errors.ts';
import { auditApp } from '../app-audit.ts';
import { changeApp, findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import type { ConditionalAct } from '../flags/flags.ts';
import {
  changeVersion,
  findVersion,
  newestForAll,
  setCurrent,
  setRollout,
  sharing,
  soundPlan,
  type VersionKey,
  withState,
} from './change-version.ts';
import { columnsOf, type NewVersion, rolloutOf, type VersionPatch } from './release-columns.ts';

/** Before the rollout of a new release begins. */
const UNPUBLISHED: Rollout = { rolloutPercent: 0, steps: [], haltedAt: null };
/** Every release of an app, the newest first. */
export async function listVersions(db: Database, slug: string): Promise<AppVersion[]> {
  const app = await findApp(db, slug);
  return db.model(AppVersion).findAll({
    where: { appId: app.id },
    order: [
      ['versionCode', 'DESC'],
      ['id', 'DESC'],
    ],
  });
}

/** @throws ApiError 404 `version_not_found` */
export async function getVersion(db: Database, { slug, id }: VersionKey): Promise<AppVersion> {
  return findVersion(db, await findApp(db, slug), id);
}

/**
 * Publishes a release; an active one for everybody becomes the app's current version.
 * @throws ApiError 409 `version_code_not_incrementing` with the latest code, 400 when the minimum is above the release itself, which
 *   would lock out everyone who installs it, and for steps that fall
 */
export async function publishVersion(apps: Apps, act: Act, slug: string, values: NewVersion): Promise<AppVersion> {
  requireMinimumAtMost(values.versionName, values.minVersion);
  return changeApp(apps, slug, async (app) => {
    const { versionName, versionCode, rolloutState, ...rest } = values;
    requirePlatform(app, rest.platform);
    const newest = await newestCode(apps.db, app, rest.platform ?? null);
    if (newest !== null && versionCode <= newest) throw notIncrementing(newest);
    // the clock that also times events, which the crash guard compares
    const createdAt = act.now;
    const version = apps.db.model(AppVersion).build({ appId: app.id, versionName, versionCode, createdAt, ...columnsOf(rest) });
    const isForAll = values.steps === undefined || values.steps === null || values.steps.length === 0;
    const plan = { ...values, rolloutPercent: values.rolloutPercent ?? (isForAll ? 100 : undefined) };
    setRollout(version, withState(soundPlan(UNPUBLISHED, plan, act.now), rolloutState, act.now));
    await version.save();
    auditApp(apps, act, app, { action: 'version.published', target: `version:${version.id}`, details: { after: values } });
    const current = await newestForAll(apps.db, app, act.now);
    if (current?.id === version.id) setCurrent(app, version);
    return version;
  });
}

/**
 * Changes a release. When its activity or its rollout changes, the newest release for everybody becomes the app's current version.
 * @throws ApiError 404 `version_not_found`, 400 as `publishVersion`, 409 `version_code_not_incrementing` when another release for the new
 *   platform has its code, 412 `content_changed`
 */
export function updateVersion(apps: Apps, act: ConditionalAct, key: VersionKey, changes: VersionPatch): Promise<AppVersion> {
  return changeVersion(apps, act, key, {
    action: 'version.changed',
    async apply(version, app) {
      requireMinimumAtMost(version.versionName, changes.minVersion);
      version.set(columnsOf(changes));
      if (version.changed('guard')) version.set({ guardActedAt: null });
      const isPlan = changes.rolloutPercent !== undefined || changes.steps !== undefined;
      const planned = isPlan ? soundPlan(rolloutOf(version), changes, act.now) : rolloutOf(version);
      // set once: a second value would hide the first one from the audit row
      if (isPlan || changes.rolloutState !== undefined) setRollout(version, withState(planned, changes.rolloutState, act.now));
      await requirePlace(apps.db, app, version);
    },
  });
}

/** @throws ApiError 400 and 409 `version_code_not_incrementing` for a new platform that the app or another release does not allow */
export async function requirePlace(db: Database, app: App, version: AppVersion): Promise<void> {
  if (!version.changed('platform')) return;
  requirePlatform(app, version.platform);
  await requireOwnCode(db, app, version);
}

/** The highest code of the releases that a phone of the platform may see. */
async function newestCode(db: Database, app: App, platform: AppVersion['platform']): Promise<number | null> {
  const newest = await db.model(AppVersion).findOne({ where: { appId: app.id, ...sharing(platform) }, order: [['versionCode', 'DESC']] });
  return newest?.versionCode ?? null;
}

async function requireOwnCode(db: Database, app: App, { id, versionCode, platform }: AppVersion): Promise<void> {
  const others = await db.model(AppVersion).count({ where: { appId: app.id, versionCode, id: { [Op.ne]: id }, ...sharing(platform) } });
  if (others > 0) throw conflict('version_code_not_incrementing', `Another release for this platform has the code ${versionCode}.`);
}

function requirePlatform(app: App, platform: AppVersion['platform'] | undefined): void {
  if (platform === undefined || platform === null || app.platform === 'both' || app.platform === platform) return;
  throw validationError([{ field: 'platform', message: `platform must be ${app.platform}, the platform of the app, or null` }]);
}

/** @throws ApiError 400 for a minimum above the release itself */
export function requireMinimumAtMost(versionName: string, minVersion: string | null | undefined): void {
  if (minVersion === undefined || minVersion === null || !isBelow(versionName, minVersion)) return;
  throw validationError([{ field: 'minVersion', message: `minVersion must not be above versionName ${versionName}` }]);
}

function notIncrementing(latest: number): Error {
  return conflict('version_code_not_incrementing', `The version code must be above the latest one, ${latest}.`, [
    { field: 'versionCode', message: `versionCode must be at least ${latest + 1}; the latest is ${latest}` },
  ]);
}
