import type { App } from '../../../models/apps/App.ts';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { isBelow } from '../../domain/version-number.ts';
import type { Act } from '../../platform/context.ts';
import { changesOf } from '../../platform/db/changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { conflict, notFound, validationError } from '../../platform/errors.ts';
import { auditApp } from './app-audit.ts';
import { changeApp, findApp } from './apps.ts';
import type { Apps } from './apps-service.ts';

export interface NewVersion {
  versionName: string;
  versionCode: number;
  minVersion?: string | null;
  isForce: boolean;
  storeUrl?: string | null;
  changelog?: string | null;
  isActive: boolean;
}

/** A release of an app. */
export interface VersionKey {
  slug: string;
  id: number;
}

export type VersionPatch = Partial<Omit<NewVersion, 'versionName' | 'versionCode'>>;

/** Every release of an app, the newest first. */
export async function listVersions(db: Database, slug: string): Promise<AppVersion[]> {
  const app = await findApp(db, slug);
  return db.model(AppVersion).findAll({ where: { appId: app.id }, order: [['versionCode', 'DESC']] });
}

/**
 * Publishes a release; an active one becomes the app's current version.
 * @throws ApiError 409 `version_code_not_incrementing` with the latest code, 400 when the minimum is above the release itself, which
 *   would lock out everyone who installs it.
 */
export async function publishVersion(apps: Apps, act: Act, slug: string, values: NewVersion): Promise<AppVersion> {
  requireMinimumAtMost(values.versionName, values.minVersion);
  return changeApp(apps, slug, async (app) => {
    const newest = await newestVersion(apps.db, app.id);
    if (newest !== null && values.versionCode <= newest.versionCode) throw notIncrementing(newest.versionCode);
    const version = await apps.db.model(AppVersion).create({ ...values, appId: app.id });
    if (version.isActive) setCurrent(app, version);
    await auditApp(apps, act, app, { action: 'version.published', target: `version:${version.id}`, details: { after: values } });
    return version;
  });
}

/**
 * Changes a release. When its activity changes, the newest active release becomes the app's current version.
 * @throws ApiError 404 `version_not_found`, 400 when the minimum is above the release.
 */
export async function updateVersion(apps: Apps, act: Act, { slug, id }: VersionKey, changes: VersionPatch): Promise<AppVersion> {
  return changeApp(apps, slug, async (app) => {
    const version = await apps.db.model(AppVersion).findOne({ where: { id, appId: app.id } });
    if (version === null) throw notFound('version');
    requireMinimumAtMost(version.versionName, changes.minVersion);
    const wasActive = version.isActive;
    version.set(changes);
    await auditApp(apps, act, app, { action: 'version.changed', target: `version:${id}`, details: changesOf(version) });
    await version.save();
    if (version.isActive !== wasActive) await useNewestActive(apps.db, app);
    return version;
  });
}

async function useNewestActive(db: Database, app: App): Promise<void> {
  const newest = await newestVersion(db, app.id, { isActive: true });
  if (newest !== null) setCurrent(app, newest);
}

function newestVersion(db: Database, appId: number, filter: { isActive?: boolean } = {}): Promise<AppVersion | null> {
  return db.model(AppVersion).findOne({ where: { appId, ...filter }, order: [['versionCode', 'DESC']] });
}

function setCurrent(app: App, version: AppVersion): void {
  app.set({ currentVersion: version.versionName, currentVersionCode: version.versionCode });
}

function requireMinimumAtMost(versionName: string, minVersion: string | null | undefined): void {
  if (minVersion === undefined || minVersion === null || !isBelow(versionName, minVersion)) return;
  throw validationError([{ field: 'minVersion', message: `minVersion must not be above versionName ${versionName}` }]);
}

function notIncrementing(latest: number): Error {
  return conflict('version_code_not_incrementing', `The version code must be above the latest one, ${latest}.`, [
    { field: 'versionCode', message: `versionCode must be at least ${latest + 1}; the latest is ${latest}` },
  ]);
}
