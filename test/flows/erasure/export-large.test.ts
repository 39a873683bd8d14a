import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORTED_AT_ONCE } from '../../../server/platform/export.ts';
import { type AuthServer, register, startAuthServer } from '../../auth/support.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { admin, authClient, client } from '../../support/requests/client.ts';

const ROWS = 10_000;
const MAX_EVENTS = 1_000;
const SLUG = 'large-shop';

/** The columns of a review, without those that the database fills. */
const REVIEW = 'project_id, item_type, item_id, user_id, rating, comment, status, is_settled, source, search_key, created_at, updated_at';

describe('a large export', () => {
  let running: AuthServer;
  let userId: string;

  before(async () => {
    running = await startAuthServer();
    userId = (await register(running.server, running.providers)).user.id;
    await fill(running.server.db, userId);
  });
  after(() => running.close());

  async function fill(db: AuthServer['server']['db'], author: string): Promise<void> {
    const now = new Date();
    await admin(running.server).post('/admin/apps', { slug: SLUG, name: 'Shop', platform: 'android', packageName: 'com.example.shop' });
    await client(running.server, {}).post(`/apps/${SLUG}/analytics`, { eventType: 'open', userId: author }).expect(201);
    const [app] = await selectRows<{ id: number }>(db, 'SELECT id FROM apps WHERE slug = :slug', { slug: SLUG });
    assert.ok(app !== undefined);
    const size = 500;
    for (let made = 0; made < ROWS; made += size) {
      const numbers = Array.from({ length: size }, (_, index) => made + index + 1);
      const text = 'x'.repeat(3_000);
      const reviews = numbers.map((item) => [11, 'product', item, author, 5, text, 'approved', true, 'authenticated', '', now, now]);
      await execute(db, `INSERT INTO reviews (${REVIEW}) VALUES :reviews`, { reviews });
      const events = numbers.flatMap((n) => [author, `another-${n}`].map((who) => [app.id, 'open', who, now, now]));
      await execute(db, 'INSERT INTO analytics_events (app_id, event_type, user_id, occurred_at, created_at) VALUES :events', { events });
    }
  }

  async function open(): Promise<IncomingMessage> {
    const url = new URL(`/api/v2/auth/admin/users/${userId}/export`, running.server.url);
    const sent = http.get(url, { headers: { 'x-api-key': running.server.apiKey }, agent: false });
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    return message;
  }

  /** Counts the reads of reviews, and the rows of the largest read, while `work` runs. */
  async function watching(work: (seen: { reads: number; largest: number }) => Promise<void>): Promise<void> {
    const seen = { reads: 0, largest: 0 };
    await interceptQueries(
      running.server.db,
      async (sql, send) => {
        const result = await send();
        if (/ FROM `reviews`/.test(sql)) seen.reads += 1;
        if (Array.isArray(result)) seen.largest = Math.max(seen.largest, result.length);
        return result;
      },
      () => work(seen),
    );
  }

  it('holds every row and reads few at once', async () => {
    const newest = 'SELECT id FROM analytics_events WHERE user_id = :userId ORDER BY id DESC LIMIT 1000';
    const expected = await selectRows<{ id: number }>(running.server.db, newest, { userId });
    await watching(async (seen) => {
      let text = '';
      for await (const part of await open()) text += String(part);
      const { reviews, events } = JSON.parse(text) as Record<'reviews' | 'events', { id: number }[]>;
      assert.deepEqual([reviews.length, events.length], [ROWS, MAX_EVENTS]);
      assert.equal(new Set(reviews.map(({ id }) => id)).size, ROWS);
      assert.deepEqual(
        events.map(({ id }) => id),
        expected.map(({ id }) => id),
      );
      assert.ok(seen.largest <= EXPORTED_AT_ONCE, `${seen.largest} rows at once`);
    });
  });

  it('holds a megabyte of events at most', async () => {
    const person = (await register(running.server, running.providers)).user.id;
    const event = { userId: person, eventType: 'open', eventData: { text: 'ع'.repeat(10_000) } };
    for (let sent = 0; sent < 60; sent += 1) await client(running.server, {}).post(`/apps/${SLUG}/analytics`, event).expect(201);
    const { body } = await authClient(running.server, { apiKey: running.server.apiKey }).get(`/admin/users/${person}/export`).expect(200);
    const size = Buffer.byteLength(JSON.stringify(body.events));
    assert.ok(size > 900_000 && size <= 1_000_000, `${size} bytes`);
    assert.ok(body.events.every((each: object) => 'source' in each && each.source === 'app' && 'proved' in each && each.proved === false));
    assert.deepEqual([body.apps.length, body.apps[0].source, body.apps[0].proved], [1, 'app', false]);
  });

  it('holds no slot while its client does not read', async () => {
    await watching(async (seen) => {
      const clients = await Promise.all(Array.from({ length: 4 }, open));
      const reads = await settled(seen);
      assert.ok(reads < clients.length * (ROWS / EXPORTED_AT_ONCE), `${reads} pages were read`);
      await admin(running.server).get('/admin/audit-log?limit=1').expect(200);
      for (const message of clients) message.destroy();
      assert.ok((await settled(seen)) <= reads + clients.length, 'a client that left costs one page more at most');
      await admin(running.server).get('/admin/audit-log?limit=1').expect(200);
    });
  });
});

/** Resolves to the number of reads once there are no more. */
async function settled(seen: { readonly reads: number }): Promise<number> {
  for (let before = -1; before !== seen.reads; ) {
    before = seen.reads;
    await sleep(700);
  }
  return seen.reads;
}
