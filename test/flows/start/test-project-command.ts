import assert from 'node:assert/strict';
import { provisionTestProject, type TestProject, type TestProjectOptions } from '../../../server/commands/test-project.ts';
import type { Environment } from '../../../server/config/types.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { type Ended, runCommand } from '../../support/programs/dist.ts';
import type { TestServer } from '../../support/server.ts';

/** The output of `npm run seed:test-project` with `--json`. */
export interface CommandOutput {
  readonly project: { readonly id: number; readonly isNew: boolean };
  readonly operators: readonly { readonly username: string; readonly role: string; readonly password: string | null }[];
  readonly apiKey: { readonly key: string | null; readonly prefix: string };
  readonly testPhones: readonly { readonly phone: string; readonly code: string; readonly expiresAt: string }[];
  readonly curl: readonly string[];
  readonly notes: readonly string[];
}

/** Runs the command as a process on the database of the server. */
export function command({ env }: Pick<TestServer, 'env'>, args: readonly string[], more: Environment = {}): Promise<Ended> {
  return runCommand('seed-test-project', args, { NODE_ENV: 'test', DATABASE_URL: env['DATABASE_URL'], ...more });
}

/** Runs the command, which must succeed and print only JSON. */
export async function runForJson(server: TestServer, ...args: readonly string[]): Promise<CommandOutput> {
  const { code, stdout, stderr } = await command(server, [...args, '--json', '--url', server.url]);
  assert.deepEqual([code, stderr], [0, ''], stderr);
  return JSON.parse(stdout) as CommandOutput;
}

/** Does in this process what the command does with these options; the others have the defaults of the command. */
export async function provision(
  { services }: TestServer,
  options: Partial<TestProjectOptions> & Pick<TestProjectOptions, 'name'>,
): Promise<TestProject> {
  const target = { admin: services.admin, apps: services.apps, defaultProjectId: 11, now: new Date(Date.now()) };
  const defaults = { projectId: null, phones: 3, operators: ['staff', 'admin'], rotate: false } as const;
  const made = await provisionTestProject(target, { ...defaults, ...options });
  // rows of the database are only comparable without their model
  return { ...made, testPhones: made.testPhones.map(({ phone, code, expiresAt }) => ({ phone, code, expiresAt })) };
}

/** The secrets that a run created, of the command or of `provision`. */
export function secretsOf(made: Pick<CommandOutput, 'apiKey' | 'operators'>): string[] {
  return [made.apiKey.key, ...made.operators.map(({ password }) => password)].filter((secret) => typeof secret === 'string');
}

/** The records that a run may create, without columns that their use changes. */
export async function records({ db }: Pick<TestServer, 'db'>) {
  const [projects, operators, phones, keys] = await Promise.all([
    selectRows(db, 'SELECT id, name, settings FROM projects ORDER BY id'),
    selectRows(db, 'SELECT id, project_id, username, password_hash FROM operators ORDER BY id'),
    selectRows(db, 'SELECT project_id, phone, code, expires_at FROM test_phones ORDER BY project_id, phone'),
    selectRows(db, 'SELECT id, name, digest, scopes FROM api_keys WHERE revoked_at IS NULL ORDER BY id'),
  ]);
  return { projects, operators, phones, keys };
}
