import { randomBytes } from 'node:crypto';
import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import { withMigrationLock } from '../platform/db/migrations/migration-lock.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { countApiKeys, createFirstKey } from '../services/apps/api-keys.ts';
import { countOperators, ensureOperator } from '../services/platform-admin/operators.ts';
import { ensureDefaultProject } from '../services/platform-admin/projects.ts';
import type { Services } from './services.ts';

/** The credentials that the first start created, to be shown once: none is stored in clear. null where the configuration sets them. */
export interface FirstCredentials {
  readonly projectId: number;
  readonly operator: { readonly username: string; readonly password: string } | null;
  readonly apiKey: string | null;
}

/**
 * Ensures the default project and the configured operator. On an empty embedded database it also creates the first operator and API key.
 * One process at a time, in one transaction: a process that dies leaves no incomplete set of credentials.
 */
export async function prepareFirstStart(config: Config, { admin, apps }: Pick<Services, 'admin' | 'apps'>, clock: Clock) {
  const { db } = admin;
  return withMigrationLock(db, () => inTransaction(db, () => makeRecords(config, { admin, apps, now: clock.now() })));
}

interface FirstStart extends Pick<Services, 'admin' | 'apps'> {
  readonly now: Date;
}

async function makeRecords(config: Config, start: FirstStart): Promise<FirstCredentials | null> {
  const { defaultProjectId: projectId, admin: configured } = config;
  const { admin, now } = start;
  await ensureDefaultProject(admin, projectId);
  const isNew = config.database.engine === 'sqlite' && (await countOperators(admin.db)) === 0 && (await countApiKeys(admin.db)) === 0;
  const { username, password } = configured;
  if (username !== null && password !== null)
    await ensureOperator(admin, projectId, { username, password, email: null, role: 'admin' }, now);
  return isNew ? makeCredentials(config, start) : null;
}

async function makeCredentials(config: Config, { admin, apps, now }: FirstStart): Promise<FirstCredentials | null> {
  const { defaultProjectId: projectId, admin: configured } = config;
  const operator = configured.username === null ? { username: 'admin', password: randomBytes(18).toString('base64url') } : null;
  if (operator !== null) await ensureOperator(admin, projectId, { ...operator, email: null, role: 'admin' }, now);
  const apiKey = configured.apiKey === null ? await createFirstKey(apps, 'First start') : null;
  return operator === null && apiKey === null ? null : { projectId, operator, apiKey };
}
