import type { App } from '../../../models/apps/App.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import type { Act } from '../../platform/context.ts';
import { changesOf } from '../../platform/db/changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { auditApp } from './app-audit.ts';
import { changeApp, findApp } from './apps.ts';
import type { Apps } from './apps-service.ts';

export interface NewFlag {
  flagKey: string;
  isEnabled: boolean;
  description?: string | null;
  config?: Record<string, unknown> | null;
}

/** A flag of an app. */
export interface FlagKey {
  slug: string;
  flagKey: string;
}

export type FlagPatch = Partial<Omit<NewFlag, 'flagKey'>>;

/** Every client downloads all flags at each start, so these limits keep them small. */
const MAX_FLAGS = 500;
const MAX_CONFIG_BYTES = 256 * 1024;

/** All flags of an app, by key. */
export async function listFlags(db: Database, slug: string): Promise<FeatureFlag[]> {
  const app = await findApp(db, slug);
  return db.model(FeatureFlag).findAll({ where: { appId: app.id }, order: [['flagKey', 'ASC']] });
}

/** @throws ApiError 409 `flag_key_exists`, 409 `flag_limit` */
export async function createFlag(apps: Apps, act: Act, slug: string, values: NewFlag): Promise<FeatureFlag> {
  const { config, ...rest } = values;
  return changeApp(apps, slug, async (app) => {
    const existing = await apps.db.model(FeatureFlag).findAll({ where: { appId: app.id } });
    if (existing.some((flag) => flag.flagKey === values.flagKey)) throw flagExists(values.flagKey);
    requireRoom([...existing.map((flag) => flag.config), toText(config)]);
    await auditApp(apps, act, app, { action: 'flag.created', target: `flag:${values.flagKey}`, details: { after: values } });
    return apps.db.model(FeatureFlag).create({ ...rest, config: toText(config), appId: app.id });
  });
}

/** @throws ApiError 404 `flag_not_found`, 409 `flag_limit` */
export async function updateFlag(apps: Apps, act: Act, { slug, flagKey }: FlagKey, changes: FlagPatch): Promise<FeatureFlag> {
  const { config, ...rest } = changes;
  return changeApp(apps, slug, async (app) => {
    const flag = await findFlag(apps.db, app, flagKey);
    flag.set({ ...rest, ...(config === undefined ? {} : { config: toText(config) }) });
    if (config) await requireRoomForChange(apps.db, flag);
    await auditApp(apps, act, app, { action: 'flag.changed', target: `flag:${flagKey}`, details: changesOf(flag) });
    return flag.save();
  });
}

/** @throws ApiError 404 `flag_not_found` */
export async function deleteFlag(apps: Apps, act: Act, { slug, flagKey }: FlagKey): Promise<void> {
  await changeApp(apps, slug, async (app) => {
    const flag = await findFlag(apps.db, app, flagKey);
    const { isEnabled, description, config } = flag;
    const details = { before: { isEnabled, description, config } };
    await auditApp(apps, act, app, { action: 'flag.deleted', target: `flag:${flagKey}`, details });
    await flag.destroy();
  });
}

async function findFlag(db: Database, app: App, flagKey: string): Promise<FeatureFlag> {
  const flag = await db.model(FeatureFlag).findOne({ where: { appId: app.id, flagKey } });
  if (flag === null) throw notFound('flag');
  return flag;
}

async function requireRoomForChange(db: Database, changed: FeatureFlag): Promise<void> {
  const flags = await db.model(FeatureFlag).findAll({ where: { appId: changed.appId } });
  requireRoom(flags.map((flag) => (flag.id === changed.id ? changed.config : flag.config)));
}

function requireRoom(configs: readonly (string | null)[]): void {
  const bytes = configs.reduce((sum, config) => sum + Buffer.byteLength(config ?? ''), 0);
  if (configs.length > MAX_FLAGS) throw conflict('flag_limit', `An app has at most ${MAX_FLAGS} flags.`);
  if (bytes > MAX_CONFIG_BYTES)
    throw conflict('flag_limit', `The configs of all flags of an app have at most ${MAX_CONFIG_BYTES} bytes together.`);
}

function flagExists(flagKey: string): Error {
  return conflict('flag_key_exists', `A flag with the key ${flagKey} already exists.`);
}

function toText(config: Record<string, unknown> | null | undefined): string | null {
  return config === undefined || config === null ? null : JSON.stringify(config);
}
