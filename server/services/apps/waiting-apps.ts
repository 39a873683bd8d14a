import { Op } from 'sequelize';
import { App } from '../../../models/apps/App.ts';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { Segment } from '../../../models/apps/Segment.ts';
import { AGING_KINDS, MIN_STALE_MS, stalenessOf } from '../../domain/flags/stale.ts';
import { scopeOf } from '../../domain/maintenance/scope.ts';
import { stateOf } from '../../domain/maintenance/window.ts';
import type { Database } from '../../platform/db/database.ts';
import { compileSome, type FlagState } from './flags/flag-state.ts';

/** The apps of one project: those without one belong to the default project. */
interface AppsQuery {
  readonly projectId: number;
  readonly defaultProjectId: number;
  readonly now: Date;
}

type NamedApp = Pick<App, 'id' | 'slug'>;

/** Most releases or windows that are told. */
const MAX_TOLD = 100;

/** Reads the halted releases, active maintenance and stale flags of a project: six statements at most, for all its apps. */
export async function readWaitingApps(db: Database, { projectId, defaultProjectId, now }: AppsQuery) {
  const home =
    projectId === defaultProjectId ? { [Op.or]: [{ homeProjectId: projectId }, { homeProjectId: null }] } : { homeProjectId: projectId };
  const apps = await db.model(App).findAll({ attributes: ['id', 'slug'], where: home });
  if (apps.length === 0) return { releases: [], maintenance: [], staleFlags: 0 };
  return {
    releases: await readStopped(db, apps),
    maintenance: await readActive(db, apps, now),
    staleFlags: await countStale(db, apps, now),
  };
}

function slugsOf(apps: readonly NamedApp[]): (appId: number) => string {
  const slugs = new Map(apps.map(({ id, slug }) => [id, slug]));
  return (appId) => slugs.get(appId) ?? '';
}

function ofApps(apps: readonly NamedApp[]): { appId: number[] } {
  return { appId: apps.map(({ id }) => id) };
}

async function readStopped(db: Database, apps: readonly NamedApp[]) {
  const slugOf = slugsOf(apps);
  const where = { ...ofApps(apps), rolloutState: 'halted' as const, isActive: true };
  const versions = await db.model(AppVersion).findAll({ where, order: [['id', 'DESC']], limit: MAX_TOLD });
  return versions.map(({ appId, id, versionName, versionCode, haltedAt, guardActedAt, createdAt }) => {
    // a release that its guard has halted gets both times at once
    const isGuarded = guardActedAt !== null && haltedAt !== null && guardActedAt.getTime() === haltedAt.getTime();
    const state = isGuarded ? ('guarded' as const) : ('halted' as const);
    return { app: slugOf(appId), id, versionName, versionCode: Number(versionCode), state, at: haltedAt ?? createdAt };
  });
}

async function readActive(db: Database, apps: readonly NamedApp[], now: Date) {
  const slugOf = slugsOf(apps);
  const open = await db.model(MaintenanceEvent).findAll({ where: { ...ofApps(apps), endedAt: null }, order: [['id', 'DESC']] });
  const active = open.filter((event) => stateOf(event, now) === 'active').slice(0, MAX_TOLD);
  return active.map((event) => {
    const { appId, id, mode, startAt, endAt, createdAt } = event;
    return { app: slugOf(appId), id, mode, startAt: startAt ?? createdAt, endAt, platforms: scopeOf(event).platforms };
  });
}

/** Only flags that are old enough, and what they depend on, are read with their targeting. */
async function countStale(db: Database, apps: readonly NamedApp[], now: Date): Promise<number> {
  const unchangedSince = new Date(now.getTime() - MIN_STALE_MS);
  const old = await db.model(FeatureFlag).findAll({
    attributes: ['appId', 'flagKey'],
    where: { ...ofApps(apps), kind: [...AGING_KINDS], updatedAt: { [Op.lte]: unchangedSince } },
    raw: true,
  });
  const concerned = apps.filter(({ id }) => old.some(({ appId }) => appId === id));
  if (concerned.length === 0) return 0;
  const flags = await db.model(FeatureFlag).findAll({ where: ofApps(concerned) });
  const segments = await db.model(Segment).findAll({ where: ofApps(concerned) });
  return concerned.reduce((sum, { id }) => {
    const keys = old.filter(({ appId }) => appId === id).map(({ flagKey }) => flagKey);
    return sum + countStaleOf({ flags: byKey(flags, id, 'flagKey'), segments: byKey(segments, id, 'segmentKey') }, keys, now);
  }, 0);
}

function byKey<K extends string, T extends { readonly appId: number } & Readonly<Record<K, string>>>(
  rows: readonly T[],
  appId: number,
  key: K,
): Map<string, T> {
  return new Map(rows.filter((row) => row.appId === appId).map((row) => [row[key], row]));
}

function countStaleOf(state: FlagState, keys: readonly string[], now: Date): number {
  const compiled = compileSome(state, keys);
  return keys.filter((key) => {
    const [flag, prepared] = [state.flags.get(key), compiled.get(key)];
    return flag !== undefined && prepared !== undefined && stalenessOf(compiled, prepared, flag, now.getTime()) !== null;
  }).length;
}
