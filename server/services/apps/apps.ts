import { App, type AppPlatform } from '../../../models/apps/App.ts';
import { managedProject } from '../../platform/auth/reach.ts';
import type { Act, Actor } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { changesOf } from '../../platform/db/records/changes.ts';
import { isUniqueViolation } from '../../platform/db/statements/errors.ts';
import { afterCommit, inTransaction } from '../../platform/db/transactions/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { auditApp, type ChangeAct, writeAppAudits } from './app-audit.ts';
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

/** The apps that the caller reaches, by slug; of one project if it is given. */
export async function listApps({ db, appProjects }: Apps, actor: Actor, projectId?: number): Promise<App[]> {
  const slugs = actor.kind === 'apiKey' ? actor.apps : null;
  const ofSlugs = slugs === null ? {} : { slug: [...slugs] };
  const apps = await db.model(App).findAll({ where: ofSlugs, order: [['slug', 'ASC']] });
  const wanted = [managedProject(actor), projectId].filter((id) => typeof id === 'number');
  return apps.filter((app) => wanted.every((id) => appProjects.of(app) === id));
}

/** More names than a password check needs. */
const MAX_NAMES = 50;

/** The names of the newest apps. */
export async function appNames(db: Database): Promise<string[]> {
  const newest = await db.model(App).findAll({ attributes: ['name'], order: [['id', 'DESC']], limit: MAX_NAMES });
  return newest.map(({ name }) => name);
}

/** @throws ApiError 409 `app_slug_exists` */
export async function createApp(apps: Apps, act: Act, projectId: number, values: NewApp): Promise<App> {
  try {
    return await inTransaction(apps.db, async () => {
      const app = await apps.db.model(App).create({ ...values, homeProjectId: projectId });
      auditApp(apps, act, app, { action: 'app.created', details: { after: values } });
      return saveChange(apps, app);
    });
  } catch (error) {
    if (isUniqueViolation(apps.db, error)) throw conflict('app_slug_exists', `An app with the slug ${values.slug} already exists.`);
    throw error;
  }
}

/** Changes the given fields; the slug never changes. @throws ApiError 404 `app_not_found` */
export async function updateApp(apps: Apps, act: ChangeAct, slug: string, changes: AppPatch): Promise<App> {
  return changeApp(apps, slug, async (app) => {
    app.set(changes);
    auditApp(apps, act, app, { action: 'app.changed', details: changesOf(app) });
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
async function saveChange(apps: Apps, app: App): Promise<App> {
  const { db, clock, snapshots } = apps;
  await advanceRevision(db, app, clock.now());
  await app.save();
  await writeAppAudits(apps, app);
  afterCommit(db, () => snapshots.forget(app.slug));
  return app;
}

/** @throws ApiError 404 `app_not_found` */
export async function findApp(db: Database, slug: string, options: { lock?: boolean } = {}): Promise<App> {
  const app = await db.model(App).findOne({ where: { slug }, ...options });
  if (app === null) throw notFound('app');
  return app;
}
