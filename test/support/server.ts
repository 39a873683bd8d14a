import { randomBytes } from 'node:crypto';
import { readConfig } from '../../server/config/read-config.ts';
import type { Environment } from '../../server/config/types.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { Service } from '../../server/platform/http/endpoint.ts';
import { createLogger, type Logger } from '../../server/platform/logger.ts';
import { type Runtime, startRuntime } from '../../server/runtime.ts';
import { freshDatabaseUrl, temporaryFolder } from './engine.ts';

export interface TestServer {
  readonly url: string;
  /** A platform key: all scopes, all apps. */
  readonly apiKey: string;
  readonly runtime: Runtime;
  /** The environment it was started with, for a second one on the same data. */
  readonly env: Environment;
  close(): Promise<void>;
}

export interface ServerOptions {
  env?: Environment;
  clock?: Clock;
  extraServices?: readonly Service[];
  log?: Logger;
}

const COUNTED = ['GLOBAL', 'READ', 'WRITE', 'EVENTS', 'ADMIN', 'FAILED_KEYS', 'GUEST_REVIEW'];
const COUNTED_BY_PHONE = ['REGISTER_INIT', 'SEND_OTP', 'PASSWORD_RESET', 'LOGIN', 'LOGIN_OTP'];

/** The environment of a server under test: its own database and folder, a port that is free, limits off but where a test sets them. */
export async function testEnvironment(overrides: Environment = {}): Promise<Environment> {
  return {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: overrides['DATABASE_URL'] ?? (await freshDatabaseUrl()),
    DATA_DIR: await temporaryFolder(),
    ADMIN_API_KEY: randomBytes(24).toString('base64url'),
    LOG_LEVEL: 'silent',
    ...Object.fromEntries([...COUNTED, ...COUNTED_BY_PHONE].map((name) => [`RATE_LIMIT_${name}`, 'off'])),
    ...overrides,
  };
}

/** A whole server in this process, on a database of its own; one at a time, for models are bound to one database. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const env = await testEnvironment(options.env);
  const { env: _, log, ...rest } = options;
  const runtime = await startRuntime({ config: readConfig(env), log: log ?? createLogger('silent', false).log, ...rest });
  await runtime.started;
  return {
    url: `http://127.0.0.1:${runtime.port}`,
    apiKey: env['ADMIN_API_KEY'] ?? '',
    runtime,
    env,
    close: () => runtime.close({ drainMs: 0 }),
  };
}
