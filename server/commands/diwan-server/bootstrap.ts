import { randomBytes } from 'node:crypto';
import { createAdministration } from '../../boot/services/services.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Config, Environment } from '../../config/types.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Act } from '../../platform/context.ts';
import { withMigrationLock } from '../../platform/db/migrations/migration-lock.ts';
import { inTransaction } from '../../platform/db/transactions/transaction.ts';
import { countOperators, createOperator } from '../../services/platform-admin/operators/operators.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import { ensureDefaultProject } from '../../services/platform-admin/projects.ts';
import { onDatabase } from '../on-database.ts';

/** Creates the first operator of a server that has none, and prints its password once. @throws Error when there is an operator */
export async function bootstrap(environment: Environment, { username }: { username: string }): Promise<number> {
  const config = readConfig(environment);
  const password = randomBytes(18).toString('base64url');
  await onDatabase(config.database, (db) => {
    const { admin } = createAdministration({ config, db, clock: systemClock });
    return createFirst(admin, config, { username, password });
  });
  process.stdout.write(describe(config, { username, password }));
  return 0;
}

/** One command at a time. @throws Error when there is an operator */
async function createFirst(admin: PlatformAdmin, config: Config, account: { username: string; password: string }): Promise<void> {
  const { defaultProjectId: projectId } = config;
  await withMigrationLock(admin.db, () =>
    inTransaction(admin.db, async () => {
      const count = await countOperators(admin.db);
      if (count > 0) throw new Error(`There are operators already (${count}), so none was created: sign in as one of them.`);
      await ensureDefaultProject(admin, projectId);
      const act: Act = { actor: { kind: 'system', id: 'bootstrap' }, requestId: null, address: null, now: systemClock.now() };
      await createOperator(admin, act, projectId, { ...account, role: 'admin', owner: true });
    }),
  );
}

function describe({ http, defaultProjectId }: Config, { username, password }: { username: string; password: string }): string {
  return [
    'The first operator was created. Save the password now: it is shown only once.',
    `  operator   ${username}   password   ${password}   (project ${defaultProjectId})`,
    `Sign in: npx diwan login --url http://localhost:${http.port} --username ${username}`,
    '',
  ].join('\n');
}
