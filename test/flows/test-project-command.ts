import assert from 'node:assert/strict';
import type { Environment } from '../../server/config/types.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import { type Ended, runCommand } from '../support/dist.ts';
import type { TestServer } from '../support/server.ts';

/** What `npm run seed:test-project` answers with `--json`. */
export interface Made {
  readonly project: { readonly id: number; readonly isNew: boolean };
  readonly operators: readonly { readonly username: string; readonly role: string; readonly password: string | null }[];
  readonly apiKey: { readonly key: string | null; readonly prefix: string };
  readonly testPhones: readonly { readonly phone: string; readonly code: string; readonly expiresAt: string }[];
  readonly curl: readonly string[];
  readonly notes: readonly string[];
}

/** The command on the database of the server. */
export function command({ env }: Pick<TestServer, 'env'>, args: readonly string[], more: Environment = {}): Promise<Ended> {
  return runCommand('seed-test-project', args, { NODE_ENV: 'test', DATABASE_URL: env['DATABASE_URL'], ...more });
}

/** A run that succeeds and writes nothing but its answer. */
export async function making(server: TestServer, ...args: readonly string[]): Promise<Made> {
  const { code, stdout, stderr } = await command(server, [...args, '--json', '--url', server.url]);
  assert.deepEqual([code, stderr], [0, ''], stderr);
  return JSON.parse(stdout) as Made;
}

export function secretsOf(made: Pick<Made, 'apiKey' | 'operators'>): string[] {
  return [made.apiKey.key, ...made.operators.map(({ password }) => password)].filter((secret) => typeof secret === 'string');
}

/** All that a run may make, without what its use changes. */
export async function records() {
  const [projects, operators, phones, keys] = await Promise.all([
    selectRows('SELECT id, name, settings FROM projects ORDER BY id'),
    selectRows('SELECT id, project_id, username, password_hash FROM operators ORDER BY id'),
    selectRows('SELECT project_id, phone, code, expires_at FROM test_phones ORDER BY project_id, phone'),
    selectRows('SELECT id, name, digest, scopes FROM api_keys WHERE revoked_at IS NULL ORDER BY id'),
  ]);
  return { projects, operators, phones, keys };
}
