import { randomBytes } from 'node:crypto';
import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { withMigrationLock } from '../platform/db/migrations/migration-lock.ts';
import { inTransaction } from '../platform/db/transactions/transaction.ts';
import { countApiKeys, createFirstKey } from '../services/apps/api-keys.ts';
import { countOperators, ensureOperator } from '../services/platform-admin/operators/operators.ts';
import { ensureDefaultProject } from '../services/platform-admin/projects.ts';
import type { Services } from './services/services.ts';

/** The credentials that the first start created, to be shown once: none is stored in clear. null where the configuration sets them. */
export interface FirstCredentials {
  readonly projectId: number;
  readonly operator: { readonly username: string; readonly password: string } | null;
  readonly apiKey: string | null;
}

/**
 * Ensures the default project and the configured operator. On an empty embedded database it also creates the first operator and API key,
 * except in production. One process at a time, in one transaction: a process that dies leaves no incomplete set of credentials.
 */
export async function prepareFirstStart(config: Config, { admin, apps }: Pick<Services, 'admin' | 'apps'>, clock: Clock) {
  const { db } = admin;
  const made = await withMigrationLock(db, () => inTransaction(db, () => makeRecords(config, { admin, apps, now: clock.now() })));
  if (config.admin.apiKey === null && (await hasNoCredentials(db))) db.log.warn(NO_WAY_IN);
  return made;
}

const NO_WAY_IN =
  'no one can administer this server yet: set ADMIN_USERNAME and ADMIN_PASSWORD, or ADMIN_API_KEY, and restart it; ' +
  'or run npx diwan-server bootstrap, which creates the first operator and prints its password once';

async function hasNoCredentials(db: Database): Promise<boolean> {
  return (await countOperators(db)) === 0 && (await countApiKeys(db)) === 0;
}

interface FirstStart extends Pick<Services, 'admin' | 'apps'> {
  readonly now: Date;
}

async function makeRecords(config: Config, start: FirstStart): Promise<FirstCredentials | null> {
  const { defaultProjectId: projectId, admin: configured } = config;
  const { admin, apps, now } = start;
  await ensureDefaultProject(admin, projectId);
  // in production the output goes into the logs of many
  const mayShow = config.database.engine === 'sqlite' && config.env !== 'production';
  const isNew = mayShow && (await hasNoCredentials(admin.db));
  const { username, password } = configured;
  if (username !== null && password !== null)
    await ensureOperator(admin, projectId, { username, password, email: null, role: 'admin', owner: true }, now);
  await apps.appProjects.assignDefault();
  return isNew ? makeCredentials(config, start) : null;
}

async function makeCredentials(config: Config, { admin, apps, now }: FirstStart): Promise<FirstCredentials | null> {
  const { defaultProjectId: projectId, admin: configured } = config;
  const operator = configured.username === null ? { username: 'admin', password: randomBytes(18).toString('base64url') } : null;
  if (operator !== null) await ensureOperator(admin, projectId, { ...operator, email: null, role: 'admin', owner: true }, now);
  const apiKey = configured.apiKey === null ? await createFirstKey(apps, 'First start') : null;
  return operator === null && apiKey === null ? null : { projectId, operator, apiKey };
}
