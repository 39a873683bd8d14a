import { LRUCache } from 'lru-cache';
import { App } from '../../../models/apps/App.ts';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { selectRows } from '../../platform/db/sql.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import { notFound, unavailable } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { type PreparedApp, prepareReleases } from './update-check.ts';

/**
 * What the public reads show of one app. The object is replaced, never changed, so what is derived from it may be remembered
 * beside it.
 */
export interface AppSnapshot {
  readonly app: App;
  readonly releases: PreparedApp;
  readonly maintenance: MaintenanceEvent | null;
  readonly flags: readonly FeatureFlag[];
}

export interface SnapshotAnswer {
  readonly snapshot: AppSnapshot;
  /** Whether the database has not been heard of for a while, so that this copy may be old. */
  readonly isStale: boolean;
}

interface Loaded {
  readonly revision: number;
  readonly snapshot: AppSnapshot;
}

const POLL_MS = 500;
const STALE_AFTER_MS = 2_000;
const USELESS_AFTER_MS = 60_000;
const MAX_LOADED = 1_000;
/** Newer than any revision that was loaded. */
const CHANGED = Number.POSITIVE_INFINITY;

const loaded = new LRUCache<string, Loaded>({ max: MAX_LOADED });
const loading = new Map<string, Promise<Loaded | null>>();
let known = new Map<string, number>();
/** Changed by this process since the look under way began: that look may not show them yet. */
const forgotten = new Set<string>();
let lastHeard = Number.NEGATIVE_INFINITY;
let lastFailure = Number.NEGATIVE_INFINITY;
let timer: NodeJS.Timeout | undefined;
/** From one start to the stop after it; a look that outlives its start must not speak for the next. */
let current: object | undefined;

/**
 * Starts following the apps: one indexed query twice a second learns of every change that any process made, whatever the
 * load (design §5). Resolves when the first look has succeeded.
 */
export async function startSnapshots(log: Logger): Promise<void> {
  stopSnapshots();
  const life = {};
  current = life;
  await lookAtRevisions(life);
  followRevisions(life, log);
}

function followRevisions(life: object, log: Logger): void {
  if (current !== life) return;
  timer = setTimeout(() => {
    lookAtRevisions(life)
      .catch((error: unknown) => log.warn({ err: error }, 'apps could not be looked at; serving the last good copy'))
      .finally(() => followRevisions(life, log));
  }, POLL_MS).unref();
}

export function stopSnapshots(): void {
  clearTimeout(timer);
  current = undefined;
  loaded.clear();
  loading.clear();
  known = new Map();
  forgotten.clear();
  lastHeard = Number.NEGATIVE_INFINITY;
  lastFailure = Number.NEGATIVE_INFINITY;
}

/**
 * The snapshot of an active app, from memory; the first request for an app loads it.
 * @throws ApiError 404 `app_not_found` for an unknown or inactive app, 503 when the database was not heard of for a minute.
 */
export function findSnapshot(slug: string): SnapshotAnswer | Promise<SnapshotAnswer> {
  const silentFor = performance.now() - lastHeard;
  if (silentFor > USELESS_AFTER_MS) throw unavailable('The database has not been reachable for a while.');
  if (!known.has(slug)) throw notFound('app');
  const isStale = silentFor > STALE_AFTER_MS;
  const entry = loaded.get(slug);
  if (entry === undefined) return load(slug).then((read) => answerOf(read, isStale));
  return entry.revision >= (known.get(slug) ?? 0) ? answerOf(entry, isStale) : renewed(slug, entry);
}

/** The app as it is now; where the database cannot tell, the copy from before the change is better than none. */
function renewed(slug: string, old: Loaded): SnapshotAnswer | Promise<SnapshotAnswer> {
  if (performance.now() - lastFailure < POLL_MS) return answerOf(old, true);
  return load(slug).then(
    (entry) => answerOf(entry, false),
    () => answerOf(old, true),
  );
}

function answerOf(entry: Loaded | null, isStale: boolean): SnapshotAnswer {
  if (entry === null || !entry.snapshot.app.isActive) throw notFound('app');
  return { snapshot: entry.snapshot, isStale };
}

/** Makes this process read the app anew on the next request; the others learn of the change by its revision. */
export function forgetSnapshot(slug: string): void {
  // a load under way may have read from before the change
  loading.delete(slug);
  forgotten.add(slug);
  known.set(slug, CHANGED);
}

async function lookAtRevisions(life: object): Promise<void> {
  forgotten.clear();
  const rows = await selectRows<{ slug: string; revision: number }>('SELECT slug, revision FROM apps');
  if (current !== life) return;
  known = new Map(rows.map((row) => [row.slug, Number(row.revision)]));
  for (const slug of forgotten) known.set(slug, CHANGED);
  lastHeard = performance.now();
  const changed = [...loaded.entries()].filter(([slug, entry]) => entry.revision < (known.get(slug) ?? 0));
  for (const [slug] of changed) await load(slug);
}

/** One load per app at a time, whoever asks; what was forgotten meanwhile is not kept. */
function load(slug: string): Promise<Loaded | null> {
  const underway = loading.get(slug);
  if (underway !== undefined) return underway;
  const promise = read(slug).then((entry) => {
    if (loading.get(slug) !== promise || entry === null) return entry;
    loaded.set(slug, entry);
    known.set(slug, entry.revision);
    return entry;
  });
  loading.set(slug, promise);
  const done = (): void => {
    if (loading.get(slug) === promise) loading.delete(slug);
  };
  promise.then(done, () => {
    lastFailure = performance.now();
    done();
  });
  return promise;
}

/** Revision and contents are read in one database snapshot: else old contents could be taken for the new revision's. */
function read(slug: string): Promise<Loaded | null> {
  return inSnapshot(async () => {
    const app = await App.findOne({ where: { slug } });
    if (app === null) return null;
    const where = { appId: app.id };
    const versions = await AppVersion.findAll({ where: { ...where, isActive: true } });
    const maintenance = await MaintenanceEvent.findOne({ where: { activeAppId: app.id } });
    const flags = await FeatureFlag.findAll({ where, order: [['flagKey', 'ASC']] });
    return { revision: app.revision, snapshot: { app, releases: prepareReleases(app, versions), maintenance, flags } };
  });
}
