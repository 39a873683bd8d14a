import { LRUCache } from 'lru-cache';
import { App } from '../../../models/apps/App.ts';
import type { Clock } from '../../platform/clock.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound, unavailable } from '../../platform/errors.ts';
import { type AppSnapshot, type LoadedApp, readApp, renewed } from './app-snapshot.ts';
import { KnownRevisions } from './known-revisions.ts';
import { revisionsOf } from './revisions.ts';
import { UnknownNames } from './unknown-names.ts';

export interface SnapshotAnswer {
  readonly snapshot: AppSnapshot;
  /** Whether the database has not answered for a while, so that this copy may be outdated. */
  readonly isStale: boolean;
}

const POLL_MS = 500;
/**
 * The loaded apps are compared with the database, to find what no revision shows: a deleted app, a write by hand or by an older release.
 */
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
  readonly #clock: Clock;
  readonly #loaded = new LRUCache<string, LoadedApp>({ max: MAX_LOADED });
  readonly #loading = new Map<string, Promise<LoadedApp | null>>();
  readonly #unknown: UnknownNames;
  readonly #revisions: KnownRevisions;
  #lastComparison = Number.NEGATIVE_INFINITY;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #lastFailure = Number.NEGATIVE_INFINITY;
  #polling: FixedDelayWork | null = null;
  #afterPoll: () => Promise<void> = async () => {};

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#revisions = new KnownRevisions(db);
    this.#unknown = new UnknownNames((slug) => this.#exists(slug));
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
    return entry.revision >= revision ? answerOf(this.#inTime(slug, entry), isStale) : this.#reload(slug, entry);
  }

  /** Calls `listener` after each poll. */
  afterPoll(listener: () => Promise<void>): void {
    this.#afterPoll = listener;
  }

  /** The newest revision of the app that this process knows; undefined for an unknown app. */
  revisionOf(slug: string): number | undefined {
    return this.#revisions.get(slug);
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
  #reload(slug: string, old: LoadedApp): SnapshotAnswer | Promise<SnapshotAnswer> {
    if (performance.now() - this.#lastFailure < POLL_MS) return answerOf(this.#inTime(slug, old), true);
    return this.#load(slug).then(
      (entry) => answerOf(entry, false),
      () => answerOf(this.#inTime(slug, old), true),
    );
  }

  /** The entry as it is now. Reads the clock only where it matters. */
  #inTime(slug: string, entry: LoadedApp): LoadedApp {
    if (entry.snapshot.nextBoundaryAt === null) return entry;
    const present = renewed(entry, this.#clock.now());
    if (present !== entry && this.#loaded.peek(slug) === entry) this.#loaded.set(slug, present);
    return present;
  }

  async #poll(): Promise<void> {
    const hasReadAll = await this.#revisions.poll();
    if (hasReadAll || performance.now() - this.#lastComparison > COMPARE_MS) await this.#compareLoaded();
    this.#lastSuccess = performance.now();
    const changed = [...this.#loaded.entries()].filter(([slug, entry]) => entry.revision < (this.#revisions.get(slug) ?? 0));
    for (const [slug] of changed) await this.#load(slug);
    await this.#afterPoll();
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
  #load(slug: string): Promise<LoadedApp | null> {
    const underway = this.#loading.get(slug);
    if (underway !== undefined) return underway;
    const promise = readApp(this.#db, slug, this.#clock.now()).then((entry) => {
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
}

function answerOf(entry: LoadedApp | null, isStale: boolean): SnapshotAnswer {
  if (entry === null || !entry.snapshot.app.isActive) throw notFound('app');
  return { snapshot: entry.snapshot, isStale };
}
