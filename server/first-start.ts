import { randomBytes } from 'node:crypto';
import type { Config } from './config/types.ts';
import type { Clock } from './platform/clock.ts';
import { database } from './platform/db/database.ts';
import { withMigrationLock } from './platform/db/migration-lock.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { countApiKeys, createFirstKey } from './services/apps/api-keys.ts';
import { countOperators, ensureOperator } from './services/platform-admin/operators.ts';
import { ensureDefaultProject } from './services/platform-admin/projects.ts';

/** What the first start made; to be shown once, for it is kept nowhere in clear. Null is what was configured, not made. */
export interface FirstCredentials {
  readonly projectId: number;
  readonly operator: { readonly username: string; readonly password: string } | null;
  readonly apiKey: string | null;
}

/**
 * Makes sure of the default project and the configured operator, and on an empty embedded database makes the first operator
 * and API key (contract §1.2). One process at a time; the others find it done. All of it or nothing: a process that dies in
 * between leaves a first start behind, never half of its credentials.
 */
export async function prepareFirstStart(config: Config, clock: Clock): Promise<FirstCredentials | null> {
  return withMigrationLock(database(), () => inTransaction(() => makeRecords(config, clock)));
}

async function makeRecords(config: Config, clock: Clock): Promise<FirstCredentials | null> {
  const { defaultProjectId: projectId, admin } = config;
  await ensureDefaultProject(projectId);
  const isNew = config.database.engine === 'sqlite' && (await countOperators()) === 0 && (await countApiKeys()) === 0;
  if (admin.username !== null && admin.password !== null) {
    await ensureOperator(projectId, { username: admin.username, password: admin.password, email: null, role: 'admin' }, clock.now());
  }
  return isNew ? makeCredentials(config, clock) : null;
}

async function makeCredentials(config: Config, clock: Clock): Promise<FirstCredentials | null> {
  const { defaultProjectId: projectId, admin } = config;
  const operator = admin.username === null ? { username: 'admin', password: randomBytes(18).toString('base64url') } : null;
  if (operator !== null) await ensureOperator(projectId, { ...operator, email: null, role: 'admin' }, clock.now());
  const apiKey = admin.apiKey === null ? await createFirstKey('First start') : null;
  return operator === null && apiKey === null ? null : { projectId, operator, apiKey };
}
