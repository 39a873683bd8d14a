import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createAdministration } from '../boot/services/services.ts';
import { loadEnvironment } from '../config/load-env-file.ts';
import { readConfig } from '../config/read-config.ts';
import { systemClock } from '../platform/clock.ts';
import type { Act } from '../platform/context.ts';
import { rescueOperator } from '../services/platform-admin/operators/operator-rescue.ts';
import { onDatabase } from './on-database.ts';
import { runCommand } from './run-command.ts';

/** The entry point of `npm run operators:rescue`. */

const HELP = `Lets an operator sign in again who has lost the password, the authenticator app or both.

Usage: npm run operators:rescue -- USERNAME

  --help            show this text

Example:
  npm run operators:rescue -- sara

Prints a new password once, removes the second factor and every lock, and ends all sessions of the operator.
Works on the database of the server, which may be running. The audit log names system:rescue.
`;

await runCommand({ help: HELP, read: readUsername, run });

function readUsername(): string | null {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean', default: false } }, allowPositionals: true });
  if (values.help) return null;
  const [name = '', ...more] = positionals;
  if (name !== '' && more.length === 0) return name;
  throw new Error(`Name one operator: npm run operators:rescue -- USERNAME (given: ${positionals.length})`);
}

async function run(username: string): Promise<number> {
  const config = readConfig(loadEnvironment());
  const password = randomBytes(18).toString('base64url');
  const act: Act = { actor: { kind: 'system', id: 'rescue' }, requestId: null, address: null, now: systemClock.now() };
  const operator = await onDatabase(config.database, (db) =>
    rescueOperator(createAdministration({ config, db, clock: systemClock }).admin, act, { username, password }),
  );
  process.stdout.write(describe(operator, password));
  return 0;
}

function describe({ username, projectId }: { username: string; projectId: number }, password: string): string {
  return [
    'The operator can sign in again. Save the password now: it is shown only once.',
    `  operator   ${username}   password   ${password}   (project ${projectId})`,
    'The second factor and all locks are removed, and all sessions have ended. Set up a second factor again: npx diwan totp enable',
    '',
  ].join('\n');
}
