import { randomBytes } from 'node:crypto';
import { createAdministration } from '../boot/services/services.ts';
import { loadEnvironment } from '../config/load-env-file.ts';
import { readConfig } from '../config/read-config.ts';
import type { Config } from '../config/types.ts';
import { systemClock } from '../platform/clock.ts';
import { ensureOperator } from '../services/platform-admin/operators/operators.ts';
import { messageOf, onDatabase } from './on-database.ts';

/** The last step of `npm run seed`: a sign-in for the demo project. The seeders import no live code, so they cannot hash passwords. */

const PROJECT_ID = 99;
const USERNAME = 'demo';

process.exitCode = await run();

/** Resolves to the exit code. */
async function run(): Promise<number> {
  try {
    const config = readConfig(loadEnvironment());
    process.stdout.write(config.env === 'production' ? 'In production the demo project gets no operator.\n' : await addOperator(config));
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

function addOperator(config: Config): Promise<string> {
  return onDatabase(config.database, async (db) => {
    const { admin } = createAdministration({ config, db, clock: systemClock });
    const password = randomBytes(18).toString('base64url');
    const values = { username: USERNAME, password, email: null, role: 'admin' } as const;
    const isNew = await ensureOperator(admin, PROJECT_ID, values, systemClock.now());
    if (isNew) return `Sign in to project ${PROJECT_ID}: operator ${USERNAME}, password ${password} (shown only once)\n`;
    return `The operator ${USERNAME} exists already. For a new password: npm run seed:undo && npm run seed\n`;
  });
}
