import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../../server/platform/db/database.ts';
import type { WebhookSender } from '../../../server/platform/webhooks/sender.ts';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { until } from '../../support/programs/process.ts';
import { answering, type Receiver, startReceiver } from './receiver.ts';
import { addWebhook, deliveriesOf, queueEvents, testSender } from './support.ts';

const SECOND = 1_000;

describe('a webhook in the format of Slack', () => {
  let db: Database;
  let receiver: Receiver;
  let sender: WebhookSender;
  let aheadMs = 0;
  let title: string | null = 'Great';

  before(async () => {
    db = openDatabaseAt(await migratedDatabaseUrl());
  });
  beforeEach(async () => {
    aheadMs = 0;
    receiver = await startReceiver();
    sender = testSender(db, { clock: { now: () => new Date(Date.now() + aheadMs) }, readTexts: async () => ({ title }) });
    sender.start();
  });
  afterEach(async () => {
    await sender.stop();
    await receiver.close();
  });
  after(() => db.close());

  const delivered = (id: number, count: number): Promise<void> =>
    until(async () => (await deliveriesOf(db, id)).filter(({ state }) => state === 'delivered').length === count);
  const lines = (index: number): string[] => JSON.parse(receiver.received[index]?.body ?? '{}').text.split('\n');

  it('gets one signed message a minute for all changes', async () => {
    const { id, secret } = await addWebhook(db, { url: receiver.url, format: 'slack', projectId: 11 });
    const [first] = await queueEvents(db, 15);
    await delivered(id, 15);
    assert.equal(receiver.received.length, 1);
    assert.deepEqual([lines(0).length, lines(0).at(-1)], [11, 'and 5 more']);
    const [request] = receiver.received;
    assert.ok(request);
    new Webhook(secret).verify(request.body, request.headers);
    assert.equal(request.headers['webhook-id'], first);
    await queueEvents(db, 3);
    aheadMs = 55 * SECOND;
    await sleep(1_500);
    assert.equal(receiver.received.length, 1);
    aheadMs = 61 * SECOND;
    await delivered(id, 18);
    assert.deepEqual([receiver.received.length, lines(1).length], [2, 3]);
  });

  it('tries all changes again after a failure', async () => {
    receiver.behave(answering(500));
    const { id } = await addWebhook(db, { url: receiver.url, format: 'slack', language: 'ar' });
    await queueEvents(db, 4);
    await until(async () => (await deliveriesOf(db, id)).every(({ attempts }) => attempts === 1));
    receiver.behave(answering(200));
    aheadMs = 10 * SECOND;
    await delivered(id, 4);
    assert.deepEqual([receiver.received.length, lines(1).length], [2, 4]);
    assert.match(lines(1)[0] ?? '', /المراجعة/);
  });

  it('shows titles with content alone and as they are now', async () => {
    const { id } = await addWebhook(db, { url: receiver.url, format: 'slack', content: true });
    title = 'Great';
    await queueEvents(db, 1);
    await delivered(id, 1);
    const without = await addWebhook(db, { url: receiver.url, format: 'slack', events: ['comment.*'] });
    await queueEvents(db, 1, { type: 'comment.created' });
    await delivered(without.id, 1);
    title = null;
    await queueEvents(db, 1);
    aheadMs = 61 * SECOND;
    await delivered(id, 2);
    assert.deepEqual(
      receiver.received.map(({ body }) => /“(.*)”/.exec(JSON.parse(body).text)?.[1] ?? null),
      ['Great', null, null],
    );
  });
});
