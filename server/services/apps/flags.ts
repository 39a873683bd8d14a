import type { App } from '../../../models/apps/App.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { changeApp, findApp } from './apps.ts';

export interface NewFlag {
  flagKey: string;
  isEnabled: boolean;
  description?: string | null;
  config?: Record<string, unknown> | null;
}

export interface FlagChanges {
  isEnabled?: boolean;
  description?: string | null;
  config?: Record<string, unknown> | null;
}

/** Every start of every client downloads the whole map: these keep it small. */
const MAX_FLAGS = 500;
const MAX_CONFIG_BYTES = 256 * 1024;

/** All flags of an app, by key. */
export async function listFlags(slug: string): Promise<FeatureFlag[]> {
  const app = await findApp(slug);
  return FeatureFlag.findAll({ where: { appId: app.id }, order: [['flagKey', 'ASC']] });
}

/** @throws ApiError 409 `flag_key_exists`, 409 `flag_limit` */
export async function createFlag(slug: string, values: NewFlag): Promise<FeatureFlag> {
  const { config, ...rest } = values;
  return changeApp(slug, async (app) => {
    const existing = await FeatureFlag.findAll({ where: { appId: app.id } });
    if (existing.some((flag) => flag.flagKey === values.flagKey)) throw flagExists(values.flagKey);
    requireRoom([...existing.map((flag) => flag.config), toText(config)]);
    return FeatureFlag.create({ ...rest, config: toText(config), appId: app.id });
  });
}

/** @throws ApiError 404 `flag_not_found`, 409 `flag_limit` */
export async function updateFlag(slug: string, flagKey: string, changes: FlagChanges): Promise<FeatureFlag> {
  const { config, ...rest } = changes;
  return changeApp(slug, async (app) => {
    const flag = await findFlag(app, flagKey);
    flag.set({ ...rest, ...(config === undefined ? {} : { config: toText(config) }) });
    if (config) await requireRoomBeside(flag);
    return flag.save();
  });
}

/** @throws ApiError 404 `flag_not_found` */
export async function deleteFlag(slug: string, flagKey: string): Promise<void> {
  await changeApp(slug, async (app) => {
    const flag = await findFlag(app, flagKey);
    await flag.destroy();
  });
}

async function findFlag(app: App, flagKey: string): Promise<FeatureFlag> {
  const flag = await FeatureFlag.findOne({ where: { appId: app.id, flagKey } });
  if (flag === null) throw notFound('flag');
  return flag;
}

async function requireRoomBeside(changed: FeatureFlag): Promise<void> {
  const flags = await FeatureFlag.findAll({ where: { appId: changed.appId } });
  requireRoom(flags.map((flag) => (flag.id === changed.id ? changed.config : flag.config)));
}

function requireRoom(configs: readonly (string | null)[]): void {
  const bytes = configs.reduce((sum, config) => sum + Buffer.byteLength(config ?? ''), 0);
  if (configs.length > MAX_FLAGS) throw conflict('flag_limit', `An app has at most ${MAX_FLAGS} flags.`);
  if (bytes > MAX_CONFIG_BYTES)
    throw conflict('flag_limit', `The configs of an app's flags take at most ${MAX_CONFIG_BYTES} bytes together.`);
}

function flagExists(flagKey: string): Error {
  return conflict('flag_key_exists', `There is a flag with the key ${flagKey} already.`);
}

function toText(config: Record<string, unknown> | null | undefined): string | null {
  return config === undefined || config === null ? null : JSON.stringify(config);
}
