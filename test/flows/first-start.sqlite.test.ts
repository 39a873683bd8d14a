import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyPassword } from '../../server/platform/crypto/password.ts';
import { endProcesses } from '../support/process.ts';
import { ask } from '../support/wire.ts';
import { type Launched, launch, launchBeside, relaunch, rowsOf, untilAnswered } from './support.ts';

const HEADING = 'First start.';
const OPERATOR = /operator {3}(\S+) {3}password {3}(\S+) {3}\(project (\d+)\)/;
const API_KEY = /API key {4}(\S+)/;

/** What the start printed; undefined where it did not. */
function printed({ output }: Launched): { username?: string; password?: string; projectId?: string; apiKey?: string } {
  const [, username, password, projectId] = OPERATOR.exec(output()) ?? [];
  const apiKey = API_KEY.exec(output())?.[1];
  return Object.fromEntries(Object.entries({ username, password, projectId, apiKey }).filter(([, value]) => value !== undefined));
}

function timesIn(text: string, secret: string): number {
  return text.split(secret).length - 1;
}

function filesBelow(folder: string): Buffer[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
}

describe('the first start on an empty embedded database', () => {
  after(endProcesses);

  it('makes project 11, an operator and an API key, and shows both once', async () => {
    // no DATABASE_URL: the database lies in DATA_DIR
    const first = await launch({ ADMIN_API_KEY: undefined, DATABASE_URL: '', LOG_LEVEL: 'trace' });
    const { username, password = '', projectId, apiKey = '' } = printed(first);
    assert.deepEqual([username, projectId, password.length >= 20, apiKey.length >= 40], ['admin', '11', true, true]);
    const operators = (server: Launched) => ask(server.url, '/api/v1/admin/projects/11/operators', { headers: { 'X-Api-Key': apiKey } });
    const { status, body } = await operators(first);
    const [operator, ...others] = body as unknown as { username: string; role: string; isActive: boolean }[];
    assert.deepEqual([status, operator?.username, operator?.role, operator?.isActive, others], [200, 'admin', 'admin', true, []]);

    // everything it wrote so far, the log that is still buffered too
    assert.deepEqual(await first.end(), { code: 0, signal: null });
    assert.equal(timesIn(first.output(), HEADING), 1);
    for (const secret of [password, apiKey]) {
      assert.equal(timesIn(first.output(), secret), 1);
      for (const file of filesBelow(first.env['DATA_DIR'] ?? '')) assert.equal(file.includes(secret), false);
    }
    const data = { env: { DATABASE_URL: `sqlite:${sqliteFile(first.env['DATA_DIR'] ?? '')}` } };
    const [row] = await rowsOf<{ password_hash: string }>(data, 'SELECT password_hash FROM operators');
    assert.equal(await verifyPassword(row?.password_hash ?? '', password), true);

    const second = await relaunch(first.env);
    assert.equal((await operators(second)).status, 200);
    await second.end();
    assert.deepEqual([timesIn(second.output(), HEADING), timesIn(second.output(), apiKey), printed(second)], [0, 0, {}]);
  });

  it('shows what it made and nothing that was configured', async () => {
    const configured = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'a-long-secret-word-7' };
    const [withKey, withOperator, withBoth] = await Promise.all([
      launch({ LOG_LEVEL: 'trace' }),
      launch({ LOG_LEVEL: 'trace', ADMIN_API_KEY: undefined, ...configured }),
      launch({ LOG_LEVEL: 'trace', ...configured }),
    ]);
    for (const server of [withKey, withOperator, withBoth]) await server.end();
    assert.deepEqual(Object.keys(printed(withKey)), ['username', 'password', 'projectId']);
    assert.deepEqual(Object.keys(printed(withOperator)), ['apiKey']);
    assert.deepEqual([printed(withBoth), timesIn(withBoth.output(), HEADING)], [{}, 0]);
    for (const { output, apiKey } of [withKey, withBoth]) assert.equal(timesIn(output(), apiKey), 0);
    for (const { output } of [withOperator, withBoth]) assert.equal(timesIn(output(), configured.ADMIN_PASSWORD), 0);
    for (const server of [withOperator, withBoth])
      assert.deepEqual(await rowsOf(server, 'SELECT username, role, project_id AS project FROM operators'), [
        { username: 'keeper', role: 'admin', project: 11 },
      ]);
  });

  it('shows them by one of two processes that start at once', async () => {
    const one = await launch({ ADMIN_API_KEY: undefined, LOG_LEVEL: 'info' }, 'nothing');
    const all = [one, await launchBeside(one, {}, 'nothing')];
    for (const server of all) await untilAnswered(server, '/readyz');
    for (const server of all) assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.equal(all.filter(({ output }) => output().includes(HEADING)).length, 1);
    const counts =
      'SELECT (SELECT COUNT(*) FROM projects) AS p, (SELECT COUNT(*) FROM operators) AS o, (SELECT COUNT(*) FROM api_keys) AS k';
    assert.deepEqual(await rowsOf(one, counts), [{ p: 1, o: 1, k: 1 }]);
  });
});

function sqliteFile(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite') || file.endsWith('.db'));
  return path.join(folder, name ?? 'missing');
}
