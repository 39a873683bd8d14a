import { App, type AppPlatform } from '../../../models/apps/App.ts';
import type { Actor } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { afterCommit, inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { forgetSnapshot } from './snapshots.ts';

export interface NewApp {
  slug: string;
  name: string;
  platform: AppPlatform;
  packageName: string;
  storeUrl: string;
}

export interface AppChanges {
  name?: string;
  platform?: AppPlatform;
  packageName?: string;
  storeUrl?: string;
  currentVersion?: string;
  currentVersionCode?: number;
  isActive?: boolean;
}

/** The apps that the caller's key reaches, by slug. */
export async function listApps(actor: Actor): Promise<App[]> {
  const reach = actor.kind === 'apiKey' ? actor.apps : [];
  return App.findAll({ ...(reach === null ? {} : { where: { slug: [...reach] } }), order: [['slug', 'ASC']] });
}

/** @throws ApiError 409 `app_slug_exists` */
export async function createApp(values: NewApp): Promise<App> {
  try {
    const app = await App.create({ ...values });
    forgetSnapshot(app.slug);
    return app;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('app_slug_exists', `There is an app with the slug ${values.slug} already.`);
    throw error;
  }
}

/** Changes what is given; the slug never changes. @throws ApiError 404 `app_not_found` */
export async function updateApp(slug: string, changes: AppChanges): Promise<App> {
  return changeApp(slug, async (app) => {
    app.set(changes);
    return app;
  });
}

/**
 * Runs `change` with the app's row locked, so that everything an app owns changes one at a time, then moves the revision, which
 * makes every process renew its snapshot within a second (design §5).
 * @throws ApiError 404 `app_not_found`
 */
export async function changeApp<T>(slug: string, change: (app: App) => Promise<T>): Promise<T> {
  return inTransaction(async () => {
    const app = await findApp(slug, { lock: true });
    const result = await change(app);
    app.revision += 1;
    await app.save();
    afterCommit(() => forgetSnapshot(slug));
    return result;
  });
}

/** @throws ApiError 404 `app_not_found` */
export async function findApp(slug: string, options: { lock?: boolean } = {}): Promise<App> {
  const app = await App.findOne({ where: { slug }, ...options });
  if (app === null) throw notFound('app');
  return app;
}
