import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMariaDb } from '../support/mariadb.ts';

export interface Bench {
  readonly env: Record<string, string>;
  readonly databaseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** Starts a durable MariaDB and prepares the environment of a server on it. */
export async function prepareBench(): Promise<Bench> {
  const mariadb = await startMariaDb({ durable: true });
  const databaseUrl = await mariadb.createDatabase();
  const env = await benchEnvironment(databaseUrl);
  return { env, databaseUrl, apiKey: env.ADMIN_API_KEY, stop: () => mariadb.stop() };
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
