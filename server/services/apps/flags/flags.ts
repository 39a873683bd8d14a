import type { App } from '../../../../models/apps/App.ts';
import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { FlagKind, Targeting, ValueType } from '../../../domain/flags/targeting.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { changesOf } from '../../../platform/db/records/changes.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { auditApp, type ChangeAct } from '../app-audit.ts';
import { changeApp, findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { requireNoChildren, requireSound } from './flag-checks.ts';
import { requireVersion } from './row-version.ts';

export interface NewFlag {
  flagKey: string;
  isEnabled: boolean;
  description?: string | null;
  config?: Record<string, unknown> | null;
  valueType?: ValueType;
  targeting?: Targeting | null;
  kind?: FlagKind;
}

/** A flag of an app. */
export interface FlagKey {
  slug: string;
  flagKey: string;
}

export type FlagPatch = Partial<Omit<NewFlag, 'flagKey'>>;

/** A change that may be limited to the version which its author read. */
export type ConditionalAct = ChangeAct & Pick<Context, 'ifMatch'>;

/** All flags of an app, by key. */
export async function listFlags(db: Database, slug: string): Promise<FeatureFlag[]> {
  const app = await findApp(db, slug);
  return flagsOf(db, app);
}

/** @throws ApiError 404 `flag_not_found` */
export async function getFlag(db: Database, { slug, flagKey }: FlagKey): Promise<FeatureFlag> {
  return findFlag(db, await findApp(db, slug), flagKey);
}

/** @throws ApiError 400 for targeting that names something unknown, 409 `flag_key_exists`, `flag_limit`, `prerequisite_conflict`,
 *   `targeting_too_large` */
export async function createFlag(apps: Apps, act: ChangeAct, slug: string, values: NewFlag): Promise<FeatureFlag> {
  return changeApp(apps, slug, async (app) => {
    const { flagKey } = values;
    const existing = await apps.db.model(FeatureFlag).count({ where: { appId: app.id, flagKey } });
    if (existing > 0) throw conflict('flag_key_exists', `A flag with the key ${flagKey} already exists.`);
    const flag = apps.db.model(FeatureFlag).build({ flagKey, appId: app.id, ...columnsOf(values) });
    await requireSound(apps.db, app.id, flag);
    auditApp(apps, act, app, { action: 'flag.created', target: `flag:${flagKey}`, details: { after: values } });
    return flag.save();
  });
}

/**
 * Changes the given fields. If the request has `If-Match`, the flag must still be the version that the caller read.
 * @throws ApiError 400 as `createFlag`, 404 `flag_not_found`, 409 `flag_limit`, `prerequisite_conflict`, `in_use`,
 *   `targeting_too_large`, 412 `content_changed`
 */
export async function updateFlag(apps: Apps, act: ConditionalAct, { slug, flagKey }: FlagKey, changes: FlagPatch): Promise<FeatureFlag> {
  return changeApp(apps, slug, async (app) => {
    const flag = await findFlag(apps.db, app, flagKey);
    requireVersion(act.ifMatch, flag);
    flag.set(columnsOf(changes));
    if (changes.config || changes.targeting !== undefined || changes.valueType !== undefined) await requireSound(apps.db, app.id, flag);
    auditApp(apps, act, app, { action: 'flag.changed', target: `flag:${flagKey}`, details: changesOf(flag) });
    return flag.save();
  });
}

/** @throws ApiError 404 `flag_not_found`, 409 `in_use` when other flags require it */
export async function deleteFlag(apps: Apps, act: ChangeAct, { slug, flagKey }: FlagKey): Promise<void> {
  await changeApp(apps, slug, async (app) => {
    const flag = await findFlag(apps.db, app, flagKey);
    requireNoChildren(flagKey, await flagsOf(apps.db, app));
    const { isEnabled, description, config, valueType, targeting, kind } = flag;
    const details = { before: { isEnabled, description, config, valueType, targeting, kind } };
    auditApp(apps, act, app, { action: 'flag.deleted', target: `flag:${flagKey}`, details });
    await flag.destroy();
  });
}

function flagsOf(db: Database, app: App): Promise<FeatureFlag[]> {
  return db.model(FeatureFlag).findAll({ where: { appId: app.id }, order: [['flagKey', 'ASC']] });
}

async function findFlag(db: Database, app: App, flagKey: string): Promise<FeatureFlag> {
  const flag = await db.model(FeatureFlag).findOne({ where: { appId: app.id, flagKey } });
  if (flag === null) throw notFound('flag');
  return flag;
}

type FlagColumns = Partial<Pick<FeatureFlag, 'isEnabled' | 'description' | 'config' | 'valueType' | 'targeting' | 'kind'>>;

function columnsOf({ isEnabled, description, config, valueType, targeting, kind }: FlagPatch): FlagColumns {
  return {
    ...(isEnabled === undefined ? {} : { isEnabled }),
    ...(description === undefined ? {} : { description }),
    ...(config === undefined ? {} : { config: toText(config) }),
    ...(valueType === undefined ? {} : { valueType }),
    ...(targeting === undefined ? {} : { targeting: toText(targeting) }),
    ...(kind === undefined ? {} : { kind }),
  };
}

function toText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
