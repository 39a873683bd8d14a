import assert from 'node:assert/strict';
import type { Database } from '../../../server/platform/db/database.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { eventIds, startEventClients, writtenIds } from '../event-clients.ts';
import { call, type Launched, launch, register, relaunch, rowsOf } from '../support.ts';

const EVENTS = 900;
const KILL_AT = { events: 300, reviews: 30 };

describe('writes during a kill of the process, then sent again', () => {
  const ids = eventIds(EVENTS);
  const reported = new Set<string>();
  /** The id of each review that was answered, by the number of its request. */
  const reviewed = new Map<number, number>();
  let reviewsSent = 0;
  let server: Launched;
  let db: Database;
  let writtenAtKill: readonly string[];

  before(async () => {
    server = await launch();
    db = openDatabaseAt(server.env['DATABASE_URL'] ?? '');
    await register(server, 'shop');
    const clients = startEventClients(server, 'shop', { clients: 24, ids: ids.values() });
    const reviewing = sendReviews(
      server,
      () => reviewsSent++,
      (number, answer) => reviewed.set(number, idOf(answer)),
    );
    await until(() => clients.acknowledged.size >= KILL_AT.events && reviewed.size >= KILL_AT.reviews);
    assert.deepEqual(await server.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
    await Promise.all([clients.stop(), reviewing]);
    assert.deepEqual(clients.refused, []);
    for (const id of clients.acknowledged) reported.add(id);
    assert.ok(reported.size < EVENTS && reviewed.size < reviewsSent, `${reported.size} ${reviewed.size} ${reviewsSent}`);
    writtenAtKill = await writtenIds(server);
    server = await relaunch(server.env);
  });
  after(async () => {
    endProcesses();
    await db.close();
  });

  it('create one review per Idempotency-Key', async () => {
    // a request that died half-way would hold its key for five seconds
    await execute(db, "DELETE FROM idempotency_keys WHERE state = 'running'");
    const all = Array.from({ length: reviewsSent }, (_, number) => number);
    const left = [...all];
    await sendReviews(
      server,
      () => left.shift(),
      (number, answer) => {
        const id = reviewed.get(number);
        if (id !== undefined) assert.deepEqual([answer.headers['idempotency-replayed'], idOf(answer)], ['true', id]);
        else reviewed.set(number, idOf(answer));
      },
    );
    const rows = await selectRows(db, 'SELECT id, item_id FROM reviews WHERE project_id = 11 ORDER BY item_id');
    assert.deepEqual(
      rows,
      all.map((number) => ({ id: reviewed.get(number), item_id: number + 1 })),
    );
    assert.deepEqual(await recountFeedback(db, { repair: false }), []);
  });

  it('lose no acknowledged event and count each once', async () => {
    assertAllThere(writtenAtKill, reported);
    await assertCounted(server, writtenAtKill.length);
    // clients send unacknowledged events again, because they may or may not be stored
    const left = ids.filter((id) => !reported.has(id));
    const clients = startEventClients(server, 'shop', { clients: 24, ids: left.values() });
    await until(() => clients.acknowledged.size === left.length);
    await clients.stop();
    assert.deepEqual([clients.refused, clients.broken], [[], []]);
    assert.equal((await writtenIds(server)).length, EVENTS);
    await assertCounted(server, EVENTS);
    await server.end('SIGKILL');
    assertAllThere(await writtenIds(server), new Set(ids));
  });
});

function assertAllThere(written: readonly string[], acknowledged: ReadonlySet<string>): void {
  const there = new Set(written);
  assert.deepEqual(
    [...acknowledged].filter((id) => !there.has(id)),
    [],
  );
}

/** Asserts that the dashboard counts as many events and users as there are rows. */
async function assertCounted(server: Launched, expected: number): Promise<void> {
  const sql = 'SELECT COUNT(*) AS n, COUNT(DISTINCT user_id) AS users FROM analytics_events';
  const [rows] = await rowsOf<{ n: number; users: number }>(server, sql);
  const { status, body } = await call(server, ['GET', '/admin/apps/shop/analytics']);
  assert.equal(status, 200);
  assert.deepEqual([body['totalEvents'], body['uniqueUsers']], [rows?.n, rows?.users]);
  assert.deepEqual(body['topEventTypes'], [{ type: 'opened', count: String(rows?.n) }]);
  assert.equal(rows?.n, expected);
}

/** Sends the requests of these numbers, several at a time, until there are no more or the server does not answer. */
async function sendReviews(
  server: Launched,
  next: () => number | undefined,
  onCreated: (number: number, answer: Answer) => void,
): Promise<void> {
  const client = async (): Promise<void> => {
    for (let number = next(); number !== undefined; number = next()) {
      const answer = await review(server, number).catch(() => null);
      if (answer === null) return;
      assert.equal(answer.status, 201, answer.text);
      onCreated(number, answer);
    }
  };
  await Promise.all(Array.from({ length: 12 }, client));
}

function review(server: Launched, number: number): Promise<Answer> {
  const body = { itemType: 'store', itemId: number + 1, rating: 5, guestEmail: 'noura@example.com' };
  return ask(server.url, '/api/v1/reviews', { method: 'POST', headers: { 'Idempotency-Key': `request-${number}` }, body });
}

function idOf({ body }: Answer): number {
  return (body['data'] as { id: number }).id;
}
