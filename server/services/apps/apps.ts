import { App, type AppPlatform } from '../../../models/apps/App.ts';
import type { Actor } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { afterCommit, inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Apps } from './apps-service.ts';
import { advanceRevision } from './revisions.ts';

export interface NewApp {
  slug: string;
  name: string;
  platform: AppPlatform;
  packageName: string;
  storeUrl: string;
}

export type AppPatch = Partial<Omit<NewApp, 'slug'> & { currentVersion: string; currentVersionCode: number; isActive: boolean }>;

/** The apps that the caller's key may use, by slug. */
export async function listApps(db: Database, actor: Actor): Promise<App[]> {
  const allowed = actor.kind === 'apiKey' ? actor.apps : [];
  return db.model(App).findAll({ ...(allowed === null ? {} : { where: { slug: [...allowed] } }), order: [['slug', 'ASC']] });
}

/** @throws ApiError 409 `app_slug_exists` */
export async function createApp(apps: Apps, values: NewApp): Promise<App> {
  try {
    return await inTransaction(apps.db, async () => {
      const app = await apps.db.model(App).create({ ...values });
      return saveChange(apps, app);
    });
  } catch (error) {
    if (isUniqueViolation(apps.db, error)) throw conflict('app_slug_exists', `An app with the slug ${values.slug} already exists.`);
    throw error;
  }
}

/** Changes the given fields; the slug never changes. @throws ApiError 404 `app_not_found` */
export async function updateApp(apps: Apps, slug: string, changes: AppPatch): Promise<App> {
  return changeApp(apps, slug, async (app) => {
    app.set(changes);
    return app;
  });
}

/**
 * Runs `change` with the app's row locked, so that changes to an app and to what it owns follow each other. The new revision makes every
 * process load its snapshot again within a second.
 * @throws ApiError 404 `app_not_found`
 */
export async function changeApp<T>(apps: Apps, slug: string, change: (app: App) => Promise<T>): Promise<T> {
  return inTransaction(apps.db, async () => {
    const app = await findApp(apps.db, slug, { lock: true });
    const result = await change(app);
    await saveChange(apps, app);
    return result;
  });
}

/** Last in the transaction, because the newest revision is locked from here to the commit. */
async function saveChange({ db, clock, snapshots }: Apps, app: App): Promise<App> {
  await advanceRevision(db, app, clock.now());
  await app.save();
  afterCommit(db, () => snapshots.forget(app.slug));
  return app;
}

/** @throws ApiError 404 `app_not_found` */
export async function findApp(db: Database, slug: string, options: { lock?: boolean } = {}): Promise<App> {
  const app = await db.model(App).findOne({ where: { slug }, ...options });
  if (app === null) throw notFound('app');
  return app;
}
