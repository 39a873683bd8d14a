import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Runtime, startRuntime } from '../../server/boot/runtime.ts';
import type { Services } from '../../server/boot/services/services.ts';
import { readConfig } from '../../server/config/read-config.ts';
import type { Environment } from '../../server/config/types.ts';
import { type PrivateJwk, writeKeySet } from '../../server/platform/auth/key-file.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { PasswordCost } from '../../server/platform/crypto/password.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Service } from '../../server/platform/http/endpoint.ts';
import { createLogger, type Logger } from '../../server/platform/observe/logger.ts';
import { migratedDatabaseUrl } from './databases/migrated-database.ts';
import { ecKey } from './ec-keys.ts';
import { temporaryFolder } from './engine.ts';

export interface TestServer {
  readonly url: string;
  /** A platform key: all scopes, all apps. */
  readonly apiKey: string;
  readonly runtime: Runtime;
  readonly db: Database;
  readonly services: Services;
  /** The environment it was started with, for a second one on the same data. */
  readonly env: Environment;
  close(): Promise<void>;
}

export interface ServerOptions {
  env?: Environment;
  clock?: Clock;
  extraServices?: readonly Service<unknown>[];
  log?: Logger;
  /** `CHEAP` by default; tests about the cost pass `FULL_COST`. */
  passwordCost?: PasswordCost;
  /** The built console; that of this folder's `dist` by default. */
  consoleFolder?: string;
  /** The longest delay of the first cleanup; days by default, because its statements would disturb tests that count statements. */
  cleanupSpreadMs?: number;
}

const NO_CLEANUP_MS = 2_000_000_000;

/** The cost of password hashes in tests whose subject is not that cost. */
const CHEAP: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const COUNTED = [
  'GLOBAL',
  'READ',
  'SEARCH',
  'EVALUATE',
  'EVALUATE_ADDRESS',
  'WRITE',
  'EVENTS',
  'EVENTS_BYTES',
  'ADMIN',
  'FAILED_KEYS',
  'RECEIPTS',
  'GUEST_REVIEW_BY_ADDRESS',
  'GUEST_REVIEW_BY_EMAIL',
];
const COUNTED_BY_PHONE = ['REGISTER_INIT', 'SEND_OTP', 'PASSWORD_RESET', 'LOGIN', 'LOGIN_OTP'];

/** The environment of a server under test: its own migrated database and folder, a free port, limits off unless a test sets them. */
export async function testEnvironment(overrides: Environment = {}): Promise<Environment> {
  return {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: overrides['DATABASE_URL'] ?? (await migratedDatabaseUrl()),
    DATA_DIR: await folderWithKey(),
    ADMIN_API_KEY: randomBytes(24).toString('base64url'),
    LOG_LEVEL: 'silent',
    // a busy machine must not make tests of other subjects fail
    OVERLOAD_DELAY_MS: 'off',
    ...Object.fromEntries([...COUNTED, ...COUNTED_BY_PHONE].map((name) => [`RATE_LIMIT_${name}`, 'off'])),
    ...overrides,
  };
}

/** The server would make a key, which takes time and which the tests of a process make too many of: see `ecKey`. */
async function folderWithKey(): Promise<string> {
  const folder = await temporaryFolder();
  const key: PrivateJwk = { ...ecKey(), kid: randomUUID(), alg: 'ES256', use: 'sig' };
  await writeFile(path.join(folder, 'jwt-keys.json'), writeKeySet([key]), { mode: 0o600 });
  return folder;
}

/** A whole server in this process, with its own database. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const env = await testEnvironment(options.env);
  const { env: _, log, passwordCost = CHEAP, cleanupSpreadMs = NO_CLEANUP_MS, ...rest } = options;
  const runtime = await startRuntime({
    ...rest,
    config: readConfig(env),
    log: log ?? createLogger('silent', false).log,
    passwordCost,
    cleanupSpreadMs,
  });
  await runtime.started;
  return {
    url: `http://127.0.0.1:${await runtime.listening}`,
    apiKey: env['ADMIN_API_KEY'] ?? '',
    runtime,
    db: runtime.db,
    services: runtime.services,
    env,
    close: () => runtime.close({ drainMs: 0 }),
  };
}
