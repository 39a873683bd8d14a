import { Op } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { SnapshotAnswer, Snapshots } from '../snapshots.ts';
import { UnknownNames } from '../unknown-names.ts';

/** Finds flags that the last poll did not show, such as one that another process has just created. */
export class UnknownFlags {
  readonly #db: Database;
  readonly #snapshots: Snapshots;
  readonly #unknown = new UnknownNames((name) => this.#lookUp(name));

  constructor(db: Database, snapshots: Snapshots) {
    this.#db = db;
    this.#snapshots = snapshots;
  }

  /**
   * The snapshot of an app for a request about one flag. When it lacks the flag and the budget allows, the app is looked up once.
   * @throws ApiError as `Snapshots.find`
   */
  find(slug: string, key: string): SnapshotAnswer | Promise<SnapshotAnswer> {
    const found = this.#snapshots.find(slug);
    if (found instanceof Promise) return found.then((one) => this.#withFlag(slug, key, one));
    return found.snapshot.flags.has(key) ? found : this.#withFlag(slug, key, found);
  }

  async #withFlag(slug: string, key: string, found: SnapshotAnswer): Promise<SnapshotAnswer> {
    if (found.isStale || found.snapshot.flags.has(key)) return found;
    await this.#unknown.has(`${slug} ${key}`);
    return this.#snapshots.find(slug);
  }

  /** Has the app loaded again when it has changed. A database that does not answer shows no change. */
  async #lookUp(name: string): Promise<boolean> {
    const [slug = ''] = name.split(' ', 1);
    try {
      const { snapshot } = await this.#snapshots.find(slug);
      const newer = { slug, revision: { [Op.gt]: snapshot.app.revision } };
      const isOutdated = (await this.#db.model(App).count({ where: newer })) > 0;
      if (isOutdated) this.#snapshots.forget(slug);
      return isOutdated;
    } catch {
      return false;
    }
  }
}
