import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from '../../support/databases/mariadb.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { type FaultProxy, startFaultProxy } from '../../support/programs/fault-proxy.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { eventIds, startEventClients, writtenIds } from '../event-clients.ts';
import { call, getPath, hasEnded, type Launched, launch, type Method, register, rowsOf } from '../support.ts';

/** The deadline of a request, and a margin for a busy machine. */
const ANSWERED_MS = 2_500 + 500;
const RECOVERED_MS = 3_000;
const STALE_AFTER_MS = 2_000;

const DATABASE_WORK: [Method, string, object?][] = [
  ['GET', '/admin/apps'],
  ['GET', '/admin/apps/shop/analytics'],
  // another app, which must be loaded again after a change
  ['PUT', '/admin/apps/other', { name: 'Other' }],
  ['POST', '/apps/shop/analytics', { eventType: 'opened', platform: 'ios' }],
];

interface Seen {
  readonly line: string;
  readonly status: number;
  readonly ms: number;
  /** Its part in `waitedMs`. */
  readonly waited: number;
  readonly at: number;
  readonly retryAfter: string | undefined;
  readonly warning: string | undefined;
}

describe('the server while its database fails', () => {
  let database: MariaDb;
  let proxy: FaultProxy;
  let direct: string;
  let server: Launched;

  before(async () => {
    database = await startMariaDb({ durable: true });
    proxy = await startFaultProxy(database.port);
    direct = await database.createDatabase();
    proxy.setMode('refuse');
    const DATABASE_URL = direct.replace(String(database.port), String(proxy.port));
    server = await launch({ DATABASE_URL, LOG_LEVEL: 'warn' }, 'listening');
  });
  afterEach(() => assert.equal(hasEnded(server.child), false, server.output()));
  after(async () => {
    endProcesses();
    await proxy.close();
    await database.stop();
  });

  const data = () => ({ env: { DATABASE_URL: direct } });

  it('starts without the database and becomes ready later', async () => {
    // at least one attempt to start, which is repeated after a second and takes a second when nothing answers
    for (const [mode, ms] of [
      ['refuse', 1_200],
      ['blackhole', 2_200],
    ] as const) {
      proxy.setMode(mode);
      await sleep(ms);
      const [health, ready, list, shown] = await Promise.all([
        getPath(server, '/healthz'),
        getPath(server, '/readyz'),
        call(server, ['GET', '/admin/apps']),
        call(server, ['GET', '/apps/shop']),
      ]);
      assert.deepEqual([health.status, ready.status, list.status, shown.status], [200, 503, 503, 503], mode);
      for (const answer of [ready, list, shown]) assert.match(String(answer.headers['retry-after']), /^\d+$/);
    }
    proxy.setMode('pass');
    await until(async () => (await getPath(server, '/readyz')).status === 200, server.output);
    for (const slug of ['shop', 'other']) await register(server, slug);
  });

  const outages: [string, () => unknown, () => unknown][] = [
    ['is frozen', () => database.freeze(), () => database.thaw()],
    ['is behind a dead line', () => proxy.setMode('blackhole'), () => proxy.setMode('pass')],
  ];
  for (const [name, begin, end] of outages) {
    it(`answers in time while it ${name}, and recovers`, async () => {
      const load = startLoad(server);
      await until(() => load.seen.length > 50);
      await begin();
      const from = performance.now();
      await until(async () => (await getPath(server, '/readyz?deep')).status === 503, server.output, 2_500);
      const asked = waitedMs();
      const { status, body } = await getPath(server, '/readyz');
      assert.deepEqual([status, body['status'], body['database']], [200, 'ready', 'unreachable'], 'reads from memory go on');
      assert.ok(waitedMs() - asked < 900, 'a check of a balancer ends in time');
      // together longer than the deadline of a statement and the wait for a slot
      await sleep(3_300);
      const refused = () => load.seen.filter(({ at, status }) => at > from && status === 503).map(({ line }) => line);
      await until(() => DATABASE_WORK.every(([method, path]) => refused().includes(`${method} ${path}`)), server.output);
      await end();
      const endedAt = performance.now();
      await until(
        async () => (await call(server, ['PUT', '/admin/apps/other'], { name: 'Other' })).status === 200,
        server.output,
        RECOVERED_MS,
      );
      const fresh = async () => (await call(server, ['GET', '/apps/shop'])).headers['warning'] === undefined;
      await until(fresh, server.output, RECOVERED_MS);
      assert.deepEqual((await getPath(server, '/readyz?deep=1')).body, { status: 'ready', database: 'ok' });
      await load.stop();

      const shown = load.seen.filter(({ line, at, ms }) => line === 'GET /apps/shop' && at > from && at + ms < endedAt);
      assert.ok(shown.length > 20, `${shown.length} public reads`);
      for (const { line, status, waited, retryAfter } of load.seen.filter(({ line }) => line !== 'GET /apps/shop')) {
        assert.ok([200, 201, 503].includes(status) && waited <= ANSWERED_MS, `${line} ${status} after ${waited} ms`);
        if (status === 503) assert.match(String(retryAfter), /^\d+$/);
      }
      for (const { status, waited, at, warning } of shown) {
        assert.ok(status === 200 && waited < STALE_AFTER_MS, `${status} after ${waited} ms`);
        if (at - from > STALE_AFTER_MS + 600) assert.equal(warning, '110 - "Response is Stale"');
      }
    });
  }

  it('loses no acknowledged event after two kills', async () => {
    const acknowledged = new Set<string>();
    const ids = eventIds(1e6).values();
    for (let round = 0; round < 2; round += 1) {
      const clients = startEventClients(server, 'shop', { clients: 24, ids });
      await until(() => clients.acknowledged.size > 200);
      await database.kill();
      await until(() => clients.refused.length > 20);
      await database.restart();
      const before = clients.acknowledged.size;
      await until(() => clients.acknowledged.size > before + 100, server.output);
      await clients.stop();
      for (const id of clients.acknowledged) acknowledged.add(id);
      assert.deepEqual([clients.broken, clients.refused.filter((status) => status !== 503)], [[], []]);
    }
    const there = new Set(await writtenIds(data()));
    assert.deepEqual(
      [...acknowledged].filter((id) => !there.has(id)),
      [],
    );
    const { body } = await call(server, ['GET', '/admin/apps/shop/analytics']);
    assert.deepEqual(await rowsOf(data(), 'SELECT COUNT(*) AS n FROM analytics_events'), [{ n: body['totalEvents'] }]);
  });

  it('repeats reads whose connections were reset', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 12 }, () => call(server, ['GET', '/admin/apps'])));
      proxy.resetAll();
      const answers = await Promise.all(Array.from({ length: 12 }, () => call(server, ['GET', '/admin/apps'])));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    }
  });

  it('answers in time while a row stays locked', async () => {
    const other = await mysql.createConnection(direct);
    try {
      await other.query('BEGIN');
      await other.query('SELECT * FROM apps FOR UPDATE');
      const timed = async ([method, path, body]: [Method, string, object?]): Promise<[number, number]> => {
        const at = waitedMs();
        const { status } = await call(server, [method, path], body);
        return [status, waitedMs() - at];
      };
      const writes = DATABASE_WORK.filter(([method]) => method !== 'GET');
      const stuck = Promise.all(Array.from({ length: 30 }, (_, index) => timed(writes[index % 2] ?? ['GET', '/'])));
      await sleep(300);
      assert.deepEqual((await call(server, ['GET', '/apps/shop'])).status, 200);
      for (const [status, ms] of await stuck) assert.ok(status === 503 && ms <= ANSWERED_MS, `${status} after ${ms} ms`);
    } finally {
      await other.end();
    }
    for (const [method, path, body] of DATABASE_WORK) assert.ok((await call(server, [method, path], body)).status < 300, path);
  });
});

/** Two clients for each kind of work and for the public read. */
function startLoad(server: Launched): { seen: Seen[]; stop(): Promise<void> } {
  const seen: Seen[] = [];
  let isStopped = false;
  const client = async ([method, path, body]: [Method, string, object?]): Promise<void> => {
    while (!isStopped) {
      const [at, waitedBefore] = [performance.now(), waitedMs()];
      const { status, headers } = await call(server, [method, path], body);
      const { 'retry-after': retryAfter, warning } = headers;
      const [ms, waited] = [performance.now() - at, waitedMs() - waitedBefore];
      seen.push({ line: `${method} ${path}`, status, ms, waited, at, retryAfter, warning: warning?.toString() });
      await sleep(20);
    }
  };
  const lines: [Method, string, object?][] = [...DATABASE_WORK, ['GET', '/apps/shop']];
  const running = Promise.all([...lines, ...lines].map(client));
  return {
    seen,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
