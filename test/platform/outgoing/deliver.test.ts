import assert from 'node:assert/strict';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { deliverEvents, newEventId } from '../../../server/platform/outgoing/deliver.ts';
import type { RecordedEvent } from '../../../server/platform/outgoing/event.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const NOW = new Date();

describe('the queueing of events for webhooks', () => {
  let server: TestServer;
  let ids: { one: number; two: number; all: number; off: number };

  before(async () => {
    server = await startServer({ env: { SERVICES: 'apps' } });
  });
  beforeEach(async () => {
    await execute(server.db, 'DELETE FROM webhook_deliveries');
    await execute(server.db, 'DELETE FROM webhooks');
    ids = {
      one: await addWebhook({ projectId: 1, events: ['review.*', 'comment.created'] }),
      two: await addWebhook({ projectId: 2, events: ['review.*'] }),
      all: await addWebhook({ projectId: null, events: ['review.created', 'operator.*'] }),
      off: await addWebhook({ projectId: 1, events: ['review.*'], isActive: false }),
    };
    await server.db.subscriptions.refresh();
  });
  after(() => server.close());

  it('reaches the active webhooks of project and platform', async () => {
    assert.deepEqual(await reached(event('review.created', 1)), [ids.one, ids.all]);
    assert.deepEqual(await reached(event('review.deleted', 2)), [ids.two]);
    assert.deepEqual(await reached(event('comment.created', 1)), [ids.one]);
    assert.deepEqual(await reached(event('reviews.created', 1)), []);
    assert.deepEqual(await reached(event('operator.created', null)), [ids.all]);
  });

  it('queues a repeated event once for each webhook', async () => {
    const twice = event('review.created', 1);
    await deliverEvents(server.db, [twice, twice], NOW);
    await deliverEvents(server.db, [twice], NOW);
    const rows = await selectRows<{ event: string }>(server.db, 'SELECT event_id AS event FROM webhook_deliveries');
    assert.deepEqual(rows, [{ event: twice.eventId }, { event: twice.eventId }]);
  });

  it('queues nothing when the transaction rolls back', async () => {
    let woken = 0;
    server.db.subscriptions.onDelivery(() => (woken += 1));
    const failing = inTransaction(server.db, async () => {
      await deliverEvents(server.db, [event('review.created', 1)], NOW);
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.deepEqual(await selectRows(server.db, 'SELECT id FROM webhook_deliveries'), []);
    assert.equal(woken, 0);
    await deliverEvents(server.db, [event('review.created', 1)], NOW);
    assert.equal(woken, 1);
  });

  it('learns of a new webhook within a second', async () => {
    const id = await addWebhook({ projectId: 3, events: ['post.*'] });
    const sinceMs = performance.now();
    await until(async () => (await server.db.subscriptions.wantedBy('post.created', 3)).includes(id));
    assert.ok(performance.now() - sinceMs < 5_000);
  });

  it('sends no statement for an event that nothing wants', async () => {
    const statements: string[] = [];
    const original = server.db.statements.perform.bind(server.db.statements);
    Object.assign(server.db.statements, {
      perform: (...parts: Parameters<typeof original>) => {
        statements.push(String(parts[0]));
        return original(...parts);
      },
    });
    await deliverEvents(server.db, [event('vote.changed', 1)], NOW);
    Object.assign(server.db.statements, { perform: original });
    assert.deepEqual(
      statements.filter((sql) => sql.includes('webhook_deliveries')),
      [],
    );
  });

  function event(type: string, projectId: number | null): RecordedEvent {
    return { eventId: newEventId(), source: 'event', sourceId: 1, type, projectId };
  }

  async function reached(one: RecordedEvent): Promise<number[]> {
    await deliverEvents(server.db, [one], NOW);
    const sql = 'SELECT webhook_id AS id FROM webhook_deliveries WHERE event_id = :event ORDER BY webhook_id';
    return (await selectRows<{ id: number }>(server.db, sql, { event: one.eventId })).map(({ id }) => id);
  }

  async function addWebhook({ projectId, events, isActive = true }: { projectId: number | null; events: string[]; isActive?: boolean }) {
    const url = `https://hooks.example/${newEventId()}`;
    await execute(
      server.db,
      `INSERT INTO webhooks (project_id, url, events, format, language, content, is_active, secret, created_at, updated_at)
       VALUES (:projectId, :url, :events, 'standard', 'en', :content, :isActive, '', :now, :now)`,
      { projectId, url, events: JSON.stringify(events), isActive, content: false, now: NOW },
    );
    const [row] = await selectRows<{ id: number }>(server.db, 'SELECT id FROM webhooks WHERE url = :url', { url });
    return row?.id ?? 0;
  }
});
