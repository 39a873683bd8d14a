import type { Database } from '../../platform/db/database.ts';
import { type AppRevision, allRevisions, changedApps, latestRevision } from './revisions.ts';

/** Older than any revision. */
const UNREAD = 0;

/** The revisions of all apps, as far as this process knows them. */
export class KnownRevisions {
  readonly #db: Database;
  #bySlug = new Map<string, number>();
  /** Learnt since the last full read began, which may not show it. */
  readonly #learnt = new Map<string, number>();
  /** The newest revision that a poll has seen; null before the first poll. */
  #latest: number | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest known revision of the app; undefined for an unknown app. */
  get(slug: string): number | undefined {
    return this.#bySlug.get(slug);
  }

  /** Notes that the app exists and has this revision or a newer one. */
  learn(slug: string, revision: number = UNREAD): void {
    raise(this.#bySlug, { slug, revision });
    raise(this.#learnt, { slug, revision });
  }

  /** Corrects a revision that the database has lost; null for an app that no longer exists. */
  correct(slug: string, revision: number | null): void {
    if (revision === null) this.#bySlug.delete(slug);
    else this.#bySlug.set(slug, revision);
  }

  /** Makes the next poll read all revisions. */
  reset(): void {
    this.#latest = null;
  }

  /**
   * Reads the newest revision, and what changed since the last poll. Resolves to whether it has read all apps: in the first poll, and when
   * the newest revision is lower than before, after an app was deleted or another database server took over without the last commits.
   */
  async poll(): Promise<boolean> {
    const latest = await latestRevision(this.#db);
    const known = this.#latest;
    if (known !== null && latest >= known) {
      if (latest > known) await this.#readChanges(known);
      return false;
    }
    await this.#readAll();
    return true;
  }

  async #readChanges(since: number): Promise<void> {
    const changed = await changedApps(this.#db, since);
    for (const app of changed) raise(this.#bySlug, app);
    this.#latest = newestOf(changed, since);
  }

  async #readAll(): Promise<void> {
    this.#learnt.clear();
    const apps = await allRevisions(this.#db);
    this.#bySlug = new Map(apps.map(({ slug, revision }) => [slug, revision]));
    for (const [slug, revision] of this.#learnt) raise(this.#bySlug, { slug, revision });
    this.#latest = newestOf(apps, UNREAD);
  }
}

function raise(revisions: Map<string, number>, { slug, revision }: AppRevision): void {
  revisions.set(slug, Math.max(revision, revisions.get(slug) ?? UNREAD));
}

function newestOf(apps: readonly AppRevision[], least: number): number {
  return apps.reduce((newest, { revision }) => Math.max(newest, revision), least);
}
