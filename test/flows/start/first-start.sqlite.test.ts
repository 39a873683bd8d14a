import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PasswordHasher } from '../../../server/platform/crypto/password.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer } from '../../support/server.ts';
import { type Launched, launch, launchBeside, relaunch, rowsOf, untilAnswered } from '../support.ts';

const HEADING = 'First start.';
const OPERATOR = /operator {3}(\S+) {3}password {3}(\S+) {3}\(project (\d+)\)/;
const API_KEY = /API key {4}(\S+)/;
const KEEPER = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'a-long-secret-word-7' };

/** The printed credentials; undefined for those that were not printed. */
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

  it('creates credentials once, shown by one of two processes', async () => {
    // without DATABASE_URL the database is in DATA_DIR, where none is yet
    const one = await launch({ ADMIN_API_KEY: undefined, DATABASE_URL: '', LOG_LEVEL: 'trace' }, 'nothing');
    const all = [one, await launchBeside(one, {}, 'nothing')];
    for (const server of all) await untilAnswered(server, '/readyz');
    const isFirst = ({ output }: Launched) => output().includes(HEADING);
    await until(() => all.some(isFirst));
    const first = all.find(isFirst) ?? one;
    const { username, password = '', projectId, apiKey = '' } = printed(first);
    assert.deepEqual([username, projectId, password.length >= 20, apiKey.length >= 40], ['admin', '11', true, true]);
    const operators = (server: Launched) => ask(server.url, '/api/v1/admin/projects/11/operators', { headers: { 'X-Api-Key': apiKey } });
    for (const server of all) {
      const { status, body } = await operators(server);
      const [operator, ...others] = body as unknown as { username: string; role: string; isActive: boolean }[];
      assert.deepEqual([status, operator?.username, operator?.role, operator?.isActive, others], [200, 'admin', 'admin', true, []]);
    }

    // including the logs that are still buffered
    for (const server of all) assert.deepEqual(await server.end(), { code: 0, signal: null });
    const outputs = all.map(({ output }) => output());
    assert.equal(timesIn(outputs.join(), HEADING), 1);
    assert.equal(outputs.filter((output) => output.includes('"Migration ran"')).length, 1);
    for (const secret of [password, apiKey]) {
      assert.equal(timesIn(outputs.join(), secret), 1);
      for (const file of filesBelow(one.env['DATA_DIR'] ?? '')) assert.equal(file.includes(secret), false);
    }
    const data = { env: { DATABASE_URL: `sqlite:${sqliteFile(one.env['DATA_DIR'] ?? '')}` } };
    const counts =
      'SELECT (SELECT COUNT(*) FROM projects) AS p, (SELECT COUNT(*) FROM operators) AS o, (SELECT COUNT(*) FROM api_keys) AS k';
    assert.deepEqual(await rowsOf(data, counts), [{ p: 1, o: 1, k: 1 }]);
    const [row] = await rowsOf<{ password_hash: string }>(data, 'SELECT password_hash FROM operators');
    assert.match(row?.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await new PasswordHasher().verify(row?.password_hash ?? '', password), true);

    const later = await relaunch(one.env);
    assert.equal((await operators(later)).status, 200);
    await later.end();
    assert.deepEqual([timesIn(later.output(), HEADING), timesIn(later.output(), apiKey), printed(later)], [0, 0, {}]);
  });

  it('shows only credentials that it created', async () => {
    const [withKey, withOperator] = await Promise.all([
      launch({ LOG_LEVEL: 'trace' }),
      launch({ LOG_LEVEL: 'trace', ADMIN_API_KEY: undefined, SERVE_CONSOLE: 'off', ...KEEPER }),
    ]);
    for (const server of [withKey, withOperator]) await server.end();
    assert.deepEqual(Object.keys(printed(withKey)), ['username', 'password', 'projectId']);
    assert.ok(withKey.output().includes(`    console    http://localhost:${new URL(withKey.url).port}/console\n`), withKey.output());
    assert.equal(withOperator.output().includes('/console'), false);
    assert.deepEqual(Object.keys(printed(withOperator)), ['apiKey']);
    assert.equal(timesIn(withKey.output(), withKey.apiKey), 0);
    assert.equal(timesIn(withOperator.output(), KEEPER.ADMIN_PASSWORD), 0);
    await assertOnlyKeeper(withOperator);
  });

  it('has none to show when both are configured', async () => {
    const server = await startServer({ env: KEEPER });
    assert.equal(await server.runtime.started, null);
    await server.close();
    await assertOnlyKeeper(server);
  });
});

async function assertOnlyKeeper(server: Pick<Launched, 'env'>): Promise<void> {
  assert.deepEqual(await rowsOf(server, 'SELECT username, role, project_id AS project FROM operators'), [
    { username: 'keeper', role: 'admin', project: 11 },
  ]);
}

function sqliteFile(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite') || file.endsWith('.db'));
  return path.join(folder, name ?? 'missing');
}
