import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/platform/db/database.ts';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { until } from '../../support/programs/process.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addWebhook, queueEvents, testSender } from './support.ts';

const WEBHOOKS = 10;
const EVENTS_PER_SECOND = 200;
const SECONDS = 5;
const MAX_P95_MS = 2_000;

describe('ten webhooks, one of them dead', () => {
  let db: Database;
  let receiver: Receiver;

  before(async () => {
    db = openDatabaseAt(await migratedDatabaseUrl());
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await db.close();
  });

  it('get 200 events a second within two seconds', async () => {
    receiver.behave((request, response) => {
      // the dead one never answers
      if (request.url !== '/0') response.end('ok');
    });
    for (let index = 0; index < WEBHOOKS; index += 1) await addWebhook(db, { url: `${receiver.url}/${index}` });
    const sender = testSender(db);
    sender.start();
    const queuedAt = new Map<string, number>();
    for (let tick = 0; tick < SECONDS * 20; tick += 1) {
      const begun = Date.now();
      for (const id of await queueEvents(db, EVENTS_PER_SECOND / 20)) queuedAt.set(id, begun);
      await sleep(Math.max(0, begun + 50 - Date.now()));
    }
    const expected = (WEBHOOKS - 1) * queuedAt.size;
    const living = () => receiver.received.filter(({ path }) => path !== '/0');
    await until(() => living().length >= expected);
    const waits = living()
      .map(({ headers, at }) => at - (queuedAt.get(headers['webhook-id'] ?? '') ?? 0))
      .sort((a, b) => a - b);
    const p95 = waits[Math.floor(waits.length * 0.95)] ?? 0;
    await receiver.close();
    await sender.stop();
    assert.equal(waits.length, expected);
    assert.ok(p95 <= MAX_P95_MS, `p95 ${p95} ms`);
  });
});
