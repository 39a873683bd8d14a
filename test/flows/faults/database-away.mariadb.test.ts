import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from '../../support/databases/mariadb.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { getPath, type Launched, launch, untilAnswered } from '../support.ts';

const TOKEN = 'a-token-of-the-metrics-7';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly err?: object;
}

/** The warnings and errors, and the end of an outage. */
function reports({ output }: Launched): string[] {
  const lines = output()
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text) as Line);
  assert.deepEqual(
    lines.filter(({ err }) => err !== undefined),
    [],
    'no line has a stack',
  );
  return lines.filter(({ level, msg }) => msg !== 'answered' && (level !== 'info' || /again|succeeded/.test(msg))).map(({ msg }) => msg);
}

describe('a server whose database does not let it in', function () {
  this.timeout(120_000); // MySQL takes long to start

  let database: MariaDb;
  let root: mysql.Connection;

  before(async () => {
    database = await startMariaDb();
    root = await mysql.createConnection(database.url('mysql'));
  });

  after(async () => {
    endProcesses();
    await root.end();
    await database.stop();
  });

  async function startAt(url: string): Promise<Launched> {
    const server = await launch({ DATABASE_URL: url, LOG_LEVEL: 'info', METRICS_TOKEN: TOKEN }, 'listening');
    await until(async () => /Database|database/.test((await getPath(server, '/readyz')).text));
    return server;
  }

  /** One line for all attempts, the same in `/readyz`. */
  async function assertReason(server: Launched, reason: RegExp): Promise<void> {
    // the second attempt begins after a second, the third after two more
    await until(() => /"route":"\/readyz"/.test(server.output()) && reports(server).length > 0);
    assert.match(reports(server).join('\n'), new RegExp(`^the database is away; trying again until it answers\\. ${reason.source}`));
    const { status, body } = await getPath(server, '/readyz');
    assert.equal(status, 503);
    assert.match(String(body['message']), reason);
  }

  it('names the refused user, the host and the reason', async () => {
    const server = await startAt(`mysql://stranger:hunter2@127.0.0.1:${database.port}/diwan`);
    const reason =
      /The database at 127\.0\.0\.1:\d+ refused the user stranger: check user, password .* in DATABASE_URL, .*\(Access denied for user 'stranger'@/;
    await assertReason(server, reason);
    await server.end();
    assert.equal(reports(server).length, 1);
    assert.equal(server.output().includes('hunter2'), false);
  });

  it('starts after the missing database was created as advised', async () => {
    const server = await startAt(database.url('later'));
    const create = /CREATE DATABASE `later` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci;/;
    await assertReason(server, new RegExp(`The database later does not exist at 127\\.0\\.0\\.1:\\d+: .* type there: ${create.source}`));
    await root.query(create.exec(server.output())?.[0] ?? '');
    await untilAnswered(server, '/readyz');
    await server.end();
    assert.deepEqual(reports(server).slice(1), ['the database answers again', 'the start succeeded: requests are answered']);
  });

  it('names a port that is closed and an unknown host', async () => {
    const closed = await startAt(`mysql://diwan:pw@127.0.0.1:${await freePort()}/diwan`);
    await assertReason(closed, /No database listens at 127\.0\.0\.1:\d+: start it, or correct host and port in DATABASE_URL\./);
    const unknown = await startAt('mysql://diwan:pw@no-such-host.invalid/diwan');
    await assertReason(unknown, /The (?:host no-such-host\.invalid of the database is unknown|name server does not know yet where)/);
  });

  it('logs the begin and the end of an outage once', async () => {
    const server = await launch({ DATABASE_URL: await database.createDatabase(), LOG_LEVEL: 'info', METRICS_TOKEN: TOKEN });
    await database.kill();
    await until(() => reports(server).length > 0);
    const local = await getPath(server, '/readyz');
    assert.deepEqual([local.status, local.body['database']], [200, 'unreachable']);
    assert.match(String(local.body['reason']), /^No database listens at /);
    const deep = await getPath(server, '/readyz?deep');
    assert.match(`${deep.status} ${deep.body['message']}`, /^503 The database does not answer\. No database listens at /);
    const forwarded = { 'X-Forwarded-For': '203.0.113.9' };
    const others = await fetch(`${server.url}/readyz`, { headers: forwarded });
    assert.deepEqual(await others.json(), { status: 'ready', database: 'unreachable' });
    const withToken = await fetch(`${server.url}/readyz`, { headers: { ...forwarded, Authorization: `Bearer ${TOKEN}` } });
    assert.deepEqual(await withToken.json(), local.body);
    await database.restart();
    await untilAnswered(server, '/readyz?deep');
    await server.end();
    const [began = '', ...rest] = reports(server);
    assert.match(began, /^the database is away; trying again until it answers\. No database listens at 127\.0\.0\.1:\d+: /);
    assert.deepEqual(rest, ['the database answers again']);
  });
});
