import { createPublicKey, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSigningKeys } from '../../server/platform/auth/signing-keys.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { startMariaDb } from '../support/databases/mariadb.ts';
import type { NaiveApi } from './baseline/naive-api.ts';
import { type Served, startBaseline } from './machine.ts';

/** Test phones, whose code is always the same. */
export const TEST_PHONES = Array.from({ length: 8 }, (_, index) => `+1555010000${index + 1}`);
const TEST_CODE = '123456';

/** Settings of a server that knows the test phones and lets them sign in at any rate. */
export const SIGN_IN_AT_ANY_RATE = {
  TEST_PHONES: TEST_PHONES.map((phone) => `${phone}=${TEST_CODE}`).join(','),
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_LOGIN: 'off',
};

/** The base path of phone auth. */
export const AUTH = '/api/v2/auth';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Registered extends Tokens {
  /** The headers that name the device at the next sign-in. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Registers a test phone, with a password if one is given. */
export async function register(url: string, phone: string, password?: string): Promise<Registered> {
  const response = await fetch(`${url}${AUTH}/register-verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone, otp: TEST_CODE, password }),
  });
  if (!response.ok) throw new Error(`register-verify: ${response.status} ${await response.text()}`);
  const { tokens } = (await response.json()) as { tokens: Tokens };
  return { ...tokens, headers: { 'X-Diwan-Device': response.headers.get('X-Diwan-Device') ?? '' } };
}

export interface Bench {
  readonly env: Record<string, string>;
  readonly databaseUrl: string;
  readonly apiKey: string;
  /** Makes an empty database on the same server and resolves to its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a durable MariaDB and prepares the environment of a server on it. */
export async function prepareBench(): Promise<Bench> {
  const mariadb = await startMariaDb({ durable: true });
  const databaseUrl = await mariadb.createDatabase();
  const env = await benchEnvironment(databaseUrl);
  return { env, databaseUrl, apiKey: env.ADMIN_API_KEY, createDatabase: () => mariadb.createDatabase(), stop: () => mariadb.stop() };
}

/** The environment of a server on this database: its own key, folder and port. */
export async function benchEnvironment(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    ADMIN_API_KEY: randomBytes(24).toString('base64url'),
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'diwan-bench-')),
    PORT: String(await freePort()),
  };
}

/** Starts the conventional handlers on the same database. They accept the tokens of Diwan, which has started before. */
export function startNaiveApi({ databaseUrl, env }: Bench): Promise<Served> {
  const { privateKey } = loadSigningKeys(null, env['DATA_DIR'] ?? '', systemClock).current;
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  return startBaseline('naive-api', JSON.stringify({ databaseUrl, publicKey } satisfies NaiveApi));
}

/** Creates an app with 12 flags, whose names it returns. */
export async function createShop(url: string, apiKey: string): Promise<string[]> {
  const app = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };
  await call(url, apiKey, { path: '/admin/apps', body: app });
  const names = Array.from({ length: 12 }, (_, index) => `flag_${index}`);
  for (const [index, flagKey] of names.entries()) {
    const flag = { flagKey, isEnabled: index % 2 === 0, config: { limit: index } };
    await call(url, apiKey, { path: '/admin/apps/shop/features', body: flag });
  }
  return names;
}

export async function call(
  url: string,
  apiKey: string,
  { path: address, method = 'POST', body }: { path: string; method?: string; body: unknown },
): Promise<void> {
  const response = await fetch(`${url}/api/v1${address}`, {
    method,
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
