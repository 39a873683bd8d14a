import { LRUCache } from 'lru-cache';
import { App } from '../../../models/apps/App.ts';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../platform/db/database.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import { notFound, unavailable } from '../../platform/errors.ts';
import { KnownRevisions } from './known-revisions.ts';
import { revisionsOf } from './revisions.ts';
import { UnknownApps } from './unknown-apps.ts';
import { type PreparedApp, prepareReleases } from './update-check.ts';

/** The public state of one app. It is replaced, never changed, so that values derived from it may be cached with it. */
export interface AppSnapshot {
  readonly app: App;
  readonly releases: PreparedApp;
  readonly maintenance: MaintenanceEvent | null;
  readonly flags: readonly FeatureFlag[];
}

export interface SnapshotAnswer {
  readonly snapshot: AppSnapshot;
  /** Whether the database has not answered for a while, so that this copy may be outdated. */
  readonly isStale: boolean;
}

interface Loaded {
  readonly revision: number;
  readonly snapshot: AppSnapshot;
}

const POLL_MS = 500;
/** The loaded apps are compared with the database, to find what no revision shows: a deleted app, a write by hand or by an older release. */
const COMPARE_MS = 30_000;
const STALE_AFTER_MS = 2_000;
const EXPIRED_AFTER_MS = 60_000;
const MAX_LOADED = 1_000;
/** Marks a copy that must be loaded again. Lower than any revision. */
const OUTDATED = -1;

/**
 * Keeps the public state of each app in memory. Twice a second, independent of the load, the newest revision is read, and the apps with a
 * newer one than before; a changed app is then loaded again.
 */
export class Snapshots {
  readonly #db: Database;
  readonly #loaded = new LRUCache<string, Loaded>({ max: MAX_LOADED });
  readonly #loading = new Map<string, Promise<Loaded | null>>();
  readonly #unknown: UnknownApps;
  readonly #revisions: KnownRevisions;
  #lastComparison = Number.NEGATIVE_INFINITY;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #lastFailure = Number.NEGATIVE_INFINITY;
  #polling: FixedDelayWork | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#revisions = new KnownRevisions(db);
    this.#unknown = new UnknownApps((slug) => this.#exists(slug));
  }

  /** Resolves when the first poll has succeeded. */
  async start(): Promise<void> {
    await this.stop();
    this.#revisions.reset();
    await this.#poll();
    const options = { name: 'app revision poll', log: this.#db.log, delayMs: POLL_MS, firstDelayMs: POLL_MS };
    this.#polling = runWithFixedDelay(() => this.#poll(), options);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
    this.#polling = null;
  }

  /**
   * The snapshot of an active app, from memory; the first request for an app loads it. A slug that the last poll did not show is looked
   * up within a small budget.
   * @throws ApiError 404 `app_not_found` for an unknown or inactive app, 503 when the database has not answered for a minute
   */
  find(slug: string): SnapshotAnswer | Promise<SnapshotAnswer> {
    const silentMs = performance.now() - this.#lastSuccess;
    if (silentMs > EXPIRED_AFTER_MS) throw unavailable('The database has not answered for a minute. Try again later.');
    const isStale = silentMs > STALE_AFTER_MS;
    const revision = this.#revisions.get(slug);
    if (revision === undefined) return this.#findUnknown(slug, isStale);
    const entry = this.#loaded.get(slug);
    if (entry === undefined) return this.#load(slug).then((read) => answerOf(read, isStale));
    return entry.revision >= revision ? answerOf(entry, isStale) : this.#reload(slug, entry);
  }

  /** Makes this process load the app again on the next request; other processes see its new revision when they poll. */
  forget(slug: string): void {
    // a load under way may have read the state from before the change
    this.#loading.delete(slug);
    const copy = this.#loaded.peek(slug);
    // kept for the time when the database does not answer
    if (copy !== undefined) this.#loaded.set(slug, { ...copy, revision: OUTDATED });
    this.#revisions.learn(slug);
  }

  /** While the database does not answer, an app that the last poll did not show counts as missing. */
  async #findUnknown(slug: string, isStale: boolean): Promise<SnapshotAnswer> {
    const isDown = isStale || performance.now() - this.#lastFailure < POLL_MS;
    if (isDown || !(await this.#unknown.has(slug))) throw notFound('app');
    return this.find(slug);
  }

  async #exists(slug: string): Promise<boolean> {
    try {
      const exists = (await this.#db.model(App).count({ where: { slug } })) > 0;
      if (exists) this.#revisions.learn(slug);
      return exists;
    } catch {
      this.#lastFailure = performance.now();
      return false;
    }
  }

  /** The app as it is now; the copy from before the change when the database cannot answer. */
  #reload(slug: string, old: Loaded): SnapshotAnswer | Promise<SnapshotAnswer> {
    if (performance.now() - this.#lastFailure < POLL_MS) return answerOf(old, true);
    return this.#load(slug).then(
      (entry) => answerOf(entry, false),
      () => answerOf(old, true),
    );
  }

  async #poll(): Promise<void> {
    const hasReadAll = await this.#revisions.poll();
    if (hasReadAll || performance.now() - this.#lastComparison > COMPARE_MS) await this.#compareLoaded();
    this.#lastSuccess = performance.now();
    const changed = [...this.#loaded.entries()].filter(([slug, entry]) => entry.revision < (this.#revisions.get(slug) ?? 0));
    for (const [slug] of changed) await this.#load(slug);
  }

  async #compareLoaded(): Promise<void> {
    const slugs = [...this.#loaded.keys()];
    const stored = new Map((await revisionsOf(this.#db, slugs)).map(({ slug, revision }) => [slug, revision]));
    for (const slug of slugs) {
      const revision = stored.get(slug);
      if (revision === undefined) this.#drop(slug);
      else if (this.#loaded.peek(slug)?.revision !== revision) {
        this.#revisions.correct(slug, revision);
        this.forget(slug);
      }
    }
    this.#lastComparison = performance.now();
  }

  #drop(slug: string): void {
    this.#loaded.delete(slug);
    this.#revisions.correct(slug, null);
  }

  /** One load per app at a time. A result is not kept when the app was forgotten during the load. */
  #load(slug: string): Promise<Loaded | null> {
    const underway = this.#loading.get(slug);
    if (underway !== undefined) return underway;
    const promise = this.#read(slug).then((entry) => {
      if (this.#loading.get(slug) !== promise) return entry;
      if (entry === null) this.#drop(slug);
      else {
        this.#loaded.set(slug, entry);
        this.#revisions.learn(slug, entry.revision);
      }
      return entry;
    });
    this.#loading.set(slug, promise);
    const done = (): void => {
      if (this.#loading.get(slug) === promise) this.#loading.delete(slug);
    };
    promise.then(done, () => {
      this.#lastFailure = performance.now();
      done();
    });
    return promise;
  }

  /** Revision and contents are read in one database snapshot: otherwise old contents could be kept under the new revision. */
  #read(slug: string): Promise<Loaded | null> {
    const db = this.#db;
    return inSnapshot(db, async () => {
      const app = await db.model(App).findOne({ where: { slug } });
      if (app === null) return null;
      const where = { appId: app.id };
      const versions = await db.model(AppVersion).findAll({ where: { ...where, isActive: true } });
      const maintenance = await db.model(MaintenanceEvent).findOne({ where: { activeAppId: app.id } });
      const flags = await db.model(FeatureFlag).findAll({ where, order: [['flagKey', 'ASC']] });
      return { revision: app.revision, snapshot: { app, releases: prepareReleases(app, versions), maintenance, flags } };
    });
  }
}

function answerOf(entry: Loaded | null, isStale: boolean): SnapshotAnswer {
  if (entry === null || !entry.snapshot.app.isActive) throw notFound('app');
  return { snapshot: entry.snapshot, isStale };
}
