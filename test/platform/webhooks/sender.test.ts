import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { Database } from '../../../server/platform/db/database.ts';
import { bodyOf } from '../../../server/platform/outgoing/body.ts';
import type { WebhookSender } from '../../../server/platform/webhooks/sender.ts';
import { secretOwner } from '../../../server/platform/webhooks/sender.ts';
import { newSecret } from '../../../server/platform/webhooks/signature.ts';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { answering, type Receiver, startReceiver } from './receiver.ts';
import { addWebhook, deliveriesOf, eventOf, queueEvents, secrets, testSender, webhookRow } from './support.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SCHEDULE = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

describe('the sender of webhooks', () => {
  let db: Database;
  let receiver: Receiver;
  let sender: WebhookSender;
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };

  before(async () => {
    db = openDatabaseAt(await migratedDatabaseUrl());
  });
  beforeEach(async () => {
    aheadMs = 0;
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_attempts', 'audit_log']) await execute(db, `DELETE FROM ${table}`);
    receiver = await startReceiver();
    sender = testSender(db, { clock });
    sender.start();
  });
  afterEach(async () => {
    await sender.stop();
    await receiver.close();
  });
  after(() => db.close());

  const settled = (id: number, state: string, count = 1): Promise<void> =>
    until(async () => (await deliveriesOf(db, id)).filter((row) => row.state === state).length === count);
  const tried = (id: number, attempts: number): Promise<void> =>
    until(async () => (await deliveriesOf(db, id)).every((row) => row.attempts >= attempts));

  it('signs so that standardwebhooks and svix verify', async () => {
    const { id, secret } = await addWebhook(db, { url: `${receiver.url}/hook?a=b` });
    const [eventId = ''] = await queueEvents(db, 1);
    await settled(id, 'delivered');
    const [request] = receiver.received;
    assert.ok(request);
    assert.equal(request.path, '/hook?a=b');
    assert.equal(request.headers['webhook-id'], eventId);
    assert.equal(request.headers['content-type'], 'application/json');
    const { reviewId } = JSON.parse(request.body).data;
    assert.equal(request.body, bodyOf(eventOf(eventId, reviewId)));
    assert.deepEqual(new Webhook(secret).verify(request.body, request.headers), JSON.parse(request.body));
    assert.deepEqual(new SvixWebhook(secret).verify(request.body, request.headers), JSON.parse(request.body));
    assert.throws(() => new Webhook(newSecret()).verify(request.body, request.headers));
    assert.throws(() => new Webhook(secret).verify(`${request.body} `, request.headers));
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await addWebhook(db, { url: receiver.url });
    const secret = newSecret();
    const until24 = new Date(Date.now() + DAY);
    await execute(db, 'UPDATE webhooks SET old_secret = secret, old_secret_until = :until24, secret = :sealed WHERE id = :id', {
      id,
      until24,
      sealed: secrets.seal(secretOwner(id), secret),
    });
    await queueEvents(db, 1);
    await settled(id, 'delivered');
    const [during] = receiver.received;
    assert.ok(during);
    for (const each of [old, secret]) new Webhook(each).verify(during.body, during.headers);
    await execute(db, 'UPDATE webhooks SET old_secret_until = :now WHERE id = :id', { id, now: new Date() });
    await queueEvents(db, 1);
    await settled(id, 'delivered', 2);
    const [, after] = receiver.received;
    assert.ok(after);
    new Webhook(secret).verify(after.body, after.headers);
    assert.throws(() => new Webhook(old).verify(after.body, after.headers));
  });

  it('tries ten times by the schedule with one id', async () => {
    receiver.behave(answering(500, { body: 'x'.repeat(2_000) }));
    const { id } = await addWebhook(db, { url: receiver.url });
    const [eventId] = await queueEvents(db, 1);
    for (const [index, waitMs] of SCHEDULE.entries()) {
      await tried(id, index + 1);
      const [row] = await deliveriesOf(db, id);
      assert.ok(row);
      const share = (row.dueAt.getTime() - clock.now().getTime()) / waitMs;
      assert.ok(share > 0.8 - (2 * SECOND) / waitMs && share <= 1.2, `wait ${index + 1}: ${share}`);
      aheadMs = row.dueAt.getTime() - Date.now();
    }
    await settled(id, 'failed');
    assert.equal(receiver.received.length, 10);
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set([eventId]));
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    const attempts = await selectRows<{ status: number; answer: string }>(db, 'SELECT status, answer FROM webhook_attempts');
    assert.equal(attempts.length, 10);
    assert.ok(attempts.every(({ status, answer }) => status === 500 && answer.length === 1_024));
  });

  it('takes a redirect for a failure and does not follow', async () => {
    receiver.behave(answering(302, { headers: { location: `${receiver.url}/elsewhere` } }));
    const { id } = await addWebhook(db, { url: receiver.url });
    await queueEvents(db, 1);
    await tried(id, 1);
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/'],
    );
    assert.equal((await deliveriesOf(db, id))[0]?.lastStatus, 302);
  });

  it('switches off at 410 and keeps what waits', async () => {
    receiver.behave(answering(410));
    const { id } = await addWebhook(db, { url: receiver.url });
    await queueEvents(db, 1);
    await settled(id, 'failed');
    await until(async () => (await webhookRow(db, id))['disabled_reason'] === 'gone');
    const actions = await selectRows<{ actor: string; action: string; subject: string }>(
      db,
      'SELECT actor, action, subject FROM audit_log',
    );
    assert.deepEqual(actions, [{ actor: 'system:webhooks', action: 'webhook.disabled', subject: `webhook:${id}` }]);
    assert.deepEqual(await db.subscriptions.wantedBy('review.created', 11), []);
    // queued by a process that did not know yet
    await execute(
      db,
      `INSERT INTO webhook_deliveries (webhook_id, event_id, source, source_id, type, state, queue, due_at, created_at)
       VALUES (:id, 'evt_late', 'event', 1, 'review.created', 'waiting', 1, :now, :now)`,
      { id, now: new Date() },
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.deepEqual(
      (await deliveriesOf(db, id)).map(({ state }) => state),
      ['failed', 'waiting'],
    );
    receiver.behave(answering(200));
    await execute(db, 'UPDATE webhooks SET is_active = :isActive WHERE id = :id', { id, isActive: true });
    await settled(id, 'delivered');
  });

  it('leaves tries of dead processes while it is off', async () => {
    const { id } = await addWebhook(db, { url: receiver.url });
    await execute(db, 'UPDATE webhooks SET is_active = :isActive WHERE id = :id', { id, isActive: false });
    const insert = (event: string, isManual: number): Promise<unknown> =>
      execute(
        db,
        `INSERT INTO webhook_deliveries (webhook_id, event_id, source, source_id, type, state, queue, is_manual, due_at, created_at)
         VALUES (:id, :event, 'event', 1, 'review.created', 'waiting', 3, :isManual, :now, :now)`,
        { id, event, isManual, now: new Date() },
      );
    await insert('evt_scheduled', 0);
    await insert('evt_manual', 1);
    await settled(id, 'delivered');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.deepEqual(
      (await deliveriesOf(db, id)).map(({ eventId, state }) => [eventId, state]),
      [
        ['evt_scheduled', 'waiting'],
        ['evt_manual', 'delivered'],
      ],
    );
    await execute(db, 'UPDATE webhooks SET is_active = :isActive WHERE id = :id', { id, isActive: true });
    await settled(id, 'delivered', 2);
  });

  it('keeps events of types that it does not know', async () => {
    const { id } = await addWebhook(db, { url: receiver.url });
    const older = testSender(db, { readEvents: async (_db, all) => new Map(all.map(({ eventId }) => [eventId, null])) });
    await sender.stop();
    older.start();
    await queueEvents(db, 1);
    await until(async () => ((await deliveriesOf(db, id))[0]?.dueAt.getTime() ?? 0) > Date.now() + 30 * SECOND);
    await older.stop();
    assert.deepEqual(
      (await deliveriesOf(db, id)).map(({ state, attempts }) => [state, attempts]),
      [['waiting', 0]],
    );
    assert.equal(receiver.received.length, 0);
    sender = testSender(db, { clock });
    sender.start();
    aheadMs = 2 * MINUTE;
    await settled(id, 'delivered');
  });

  it('switches off after five days without a success', async () => {
    receiver.behave(answering(500));
    const { id } = await addWebhook(db, { url: receiver.url });
    await queueEvents(db, 1);
    await tried(id, 1);
    aheadMs = 5 * DAY - MINUTE;
    await queueEvents(db, 1, { now: clock.now() });
    await tried(id, 1);
    assert.equal(Boolean((await webhookRow(db, id))['is_active']), true);
    aheadMs = 5 * DAY + MINUTE;
    await until(async () => (await webhookRow(db, id))['disabled_reason'] === 'failing');
  });

  for (const status of [429, 503]) {
    it(`pauses as long as the Retry-After of ${status} asks`, async () => {
      receiver.behave(answering(status, { headers: { 'retry-after': '1800' } }));
      const { id } = await addWebhook(db, { url: receiver.url });
      await queueEvents(db, 1);
      await tried(id, 1);
      receiver.behave(answering(200));
      await queueEvents(db, 1);
      aheadMs = 29 * MINUTE;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      assert.equal(receiver.received.length, 1);
      aheadMs = 31 * MINUTE;
      await settled(id, 'delivered', 2);
    });
  }

  it('obeys a Retry-After of at most an hour', async () => {
    receiver.behave(answering(429, { headers: { 'retry-after': String(7 * 24 * 3_600) } }));
    const { id } = await addWebhook(db, { url: receiver.url });
    await queueEvents(db, 1);
    await tried(id, 1);
    receiver.behave(answering(200));
    aheadMs = HOUR + MINUTE;
    await settled(id, 'delivered');
  });

  it('sends at most four at a time to one webhook', async () => {
    receiver.behave((_request, response) => void setTimeout(() => response.end('ok'), 50));
    const { id } = await addWebhook(db, { url: receiver.url });
    const others = [testSender(db), testSender(db)];
    for (const other of others) other.start();
    // enough for the others to poll meanwhile
    await queueEvents(db, 200);
    await settled(id, 'delivered', 200);
    await Promise.all(others.map((other) => other.stop()));
    assert.ok(receiver.mostAtOnce() <= 4, `${receiver.mostAtOnce()} at once`);
    assert.equal(receiver.received.length, 200);
  });
});
