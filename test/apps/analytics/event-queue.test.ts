import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import type { NewEvent } from '../../../server/services/apps/analytics/new-event.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { openRace, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, registerApp } from '../support.ts';

const MAX_WAITING = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_DATA = 32 * 1024;

describe('the queue of events', () => {
  let server: TestServer;
  let slug: string;
  let appId: number;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    appId = (await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true })).id;
  });
  afterEach(() => assert.equal(server.services.apps.events.queue.waiting, 0));
  after(() => server.close());

  const record = (eventData: string | null = null) => server.services.apps.events.queue.add(appId, openEvent(eventData));
  const totals = async () => {
    const { body } = await admin(server).get(`/admin/apps/${slug}/analytics`).expect(200);
    const rows = await selectRows<{ n: number }>(server.db, 'SELECT COUNT(*) AS n FROM analytics_events WHERE app_id = :appId', { appId });
    return [body.totalEvents, Number(rows[0]?.n)];
  };

  it('commits events together that arrive together', async () => {
    const race = await openRace(server, 50);
    const calls = repeat(50, () => ({ method: 'POST', path: `/apps/${slug}/analytics`, body: { eventType: 'open' } }));
    const sent = await statementsOf(server.db, async () => {
      for (const { status } of await race.run(calls)) assert.equal(status, 201);
    });
    race.close();
    const inserts = sent.filter((sql) => sql.includes('INSERT INTO analytics_events')).length;
    assert.ok(inserts >= 1 && inserts <= 25, `${inserts} inserts for 50 events`);
    assert.deepEqual(await totals(), [50, 50]);
  });

  it('holds 5,000 events and refuses more with 503', async () => {
    await holdsOnly(MAX_WAITING, null);
  });

  it('holds 32 MiB of events of any characters', async () => {
    const text = JSON.stringify({ x: '"'.repeat((MAX_DATA - 8) / 2) });
    assert.equal(Buffer.byteLength(text), MAX_DATA);
    await holdsOnly(Math.floor(MAX_BYTES / (256 + MAX_DATA * 2)), text);
  });

  /** On a slow disk the last events may wait too long; the first ones are always written. */
  async function holdsOnly(most: number, eventData: string | null): Promise<void> {
    const answers = await Promise.allSettled(Array.from({ length: most + 10 }, () => record(eventData)));
    const taken = answers.filter((answer) => answer.status === 'fulfilled').length;
    assert.ok(taken >= 50 && taken <= most, `${taken} of ${most}`);
    assert.equal(answers[0]?.status, 'fulfilled');
    for (const answer of answers) {
      if (answer.status === 'fulfilled') assert.equal(answer.value, false);
      else assert.ok(answer.reason instanceof ApiError && answer.reason.status === 503);
    }
    assert.deepEqual(await totals(), [taken, taken]);
  }

  it('fails all events of a batch and stores none', async () => {
    const open = () => client(server).post(`/apps/${slug}/analytics`, { eventType: 'open', userId: 'u' });
    await open().expect(201);
    await execute(server.db, 'ALTER TABLE analytics_counts RENAME TO analytics_counts_away');
    try {
      for (const { status } of await Promise.all([open(), open(), open()])) assert.equal(status, 500);
      const { body } = await client(server)
        .post(`/apps/${slug}/analytics/batch`, { events: [{ eventType: 'open' }, {}] })
        .expect(500);
      assert.equal(body.code, 'internal_error');
      assert.doesNotMatch(JSON.stringify(body), /analytics_counts|INSERT|sql/i);
    } finally {
      await execute(server.db, 'ALTER TABLE analytics_counts_away RENAME TO analytics_counts');
    }
    assert.deepEqual(await totals(), [1, 1]);
    await open().expect(201);
    assert.deepEqual(await totals(), [2, 2]);
  });

  it('answers 503 with Retry-After after the longest wait', async () => {
    const realNow = performance.now.bind(performance);
    const waiting = record();
    try {
      Object.assign(performance, { now: () => realNow() + 2_000 });
      await assert.rejects(
        waiting,
        (error: unknown) => error instanceof ApiError && error.status === 503 && error.extras.headers?.['Retry-After'] === '1',
      );
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
    assert.deepEqual(await totals(), [0, 0]);
    assert.equal(codeOf(await client(server).post(`/apps/${slug}/analytics`, {})), 'validation_error');
  });
});

function openEvent(eventData: string | null): NewEvent {
  const now = new Date();
  const unknown = { userId: null, installationId: null, country: null, language: null, platform: null, appVersion: null };
  return { ...unknown, eventType: 'open', eventData, eventId: null, occurredAt: now, createdAt: now, releasedMs: null };
}
