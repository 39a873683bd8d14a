import { LRUCache } from 'lru-cache';
import { App } from '../../../models/apps/App.ts';
import type { AppDirectory } from '../../platform/auth/reach.ts';
import type { Database } from '../../platform/db/database.ts';

const MAX_REMEMBERED = 10_000;

/** Finds the projects of apps. The project of an app never changes, so a found one is remembered. */
export class AppProjects implements AppDirectory {
  readonly #db: Database;
  readonly #defaultId: number;
  readonly #known = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(db: Database, defaultId: number) {
    this.#db = db;
    this.#defaultId = defaultId;
  }

  async projectOf(slug: string): Promise<number | null> {
    const known = this.#known.get(slug);
    if (known !== undefined) return known;
    const app = await this.#db.model(App).findOne({ where: { slug }, attributes: ['homeProjectId'] });
    if (app === null) return null;
    const project = this.of(app);
    this.#known.set(slug, project);
    return project;
  }

  /** An app that a server of the release before created has no project until the next start. */
  of({ homeProjectId }: Pick<App, 'homeProjectId'>): number {
    return homeProjectId ?? this.#defaultId;
  }

  /** Gives the apps without a project to the default one. Call it at each start. */
  async assignDefault(): Promise<void> {
    await this.#db.model(App).update({ homeProjectId: this.#defaultId }, { where: { homeProjectId: null }, silent: true });
  }
}
