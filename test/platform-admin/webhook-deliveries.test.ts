import assert from 'node:assert/strict';
import { answering, type Receiver, startReceiver } from '../platform/webhooks/receiver.ts';
import { selectRows } from '../support/databases/sql.ts';
import { until } from '../support/programs/process.ts';
import { type Client, client } from '../support/requests/client.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('the deliveries of a webhook', () => {
  let server: TestServer;
  let receiver: Receiver;
  let boss: Client;
  let hook: string;

  before(async () => {
    server = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' } });
    receiver = await startReceiver();
    boss = client(server, { token: operatorToken(server) });
  });
  beforeEach(async () => {
    receiver.behave(answering(200));
    receiver.received.length = 0;
    const { body } = await boss.post('/admin/webhooks', { url: receiver.url, events: ['post.created'] }).expect(201);
    hook = `/admin/webhooks/${body.id}`;
  });
  afterEach(() => boss.delete(hook));
  after(async () => {
    await server.close();
    await receiver.close();
  });

  let ideas = 0;
  async function write(count = 1): Promise<void> {
    const user = client(server, { token: phoneToken(server) });
    for (let index = 0; index < count; index += 1) {
      ideas += 1;
      await user.post('/posts', { title: `Idea ${ideas}`, description: 'For the night.', category: 'feature' }).expect(201);
    }
  }
  const deliveries = async (query = '') => (await boss.get(`${hook}/deliveries${query}`).expect(200)).body;
  const settled = (count: number, state: string) => until(async () => (await deliveries(`?state=${state}`)).data.length === count);
  const retry = (body: object) => boss.post(`${hook}/retry`, body);

  it('are listed in pages with their tries', async () => {
    await write(5);
    await settled(5, 'delivered');
    const first = await deliveries('?limit=3');
    const second = await deliveries(`?limit=3&before=${first.nextBefore}`);
    assert.deepEqual([first.data.length, second.data.length, second.nextBefore], [3, 2, null]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    const [newest] = first.data;
    assert.equal(newest.state, 'delivered');
    assert.equal(newest.nextAttemptAt, null);
    assert.deepEqual(
      newest.attempts.map(({ status, manual, body }: { status: number; manual: boolean; body: string }) => [status, manual, body]),
      [[200, false, 'ok']],
    );
    assert.equal((await deliveries('?type=post.deleted')).data.length, 0);
    assert.equal((await deliveries('?type=post.created&state=waiting')).data.length, 0);
  });

  it('show the body that was sent', async () => {
    await write();
    await settled(1, 'delivered');
    const [{ id, eventId }] = (await deliveries()).data;
    const { body } = await boss.get(`${hook}/deliveries/${id}`).expect(200);
    assert.equal(body.data.request, receiver.received[0]?.body);
    assert.equal(JSON.parse(body.data.request).id, eventId);
    assert.equal((await boss.get(`${hook}/deliveries/999999`).expect(404)).body.code, 'delivery_not_found');
  });

  it('are tried by hand once with the same id', async () => {
    receiver.behave(answering(410));
    await write();
    await settled(1, 'failed');
    assert.equal((await boss.get(hook)).body.disabledReason, 'gone');
    const [{ id }] = (await deliveries()).data;
    assert.deepEqual((await retry({ ids: [id, 999_999] }).expect(202)).body, { retried: 1 });
    await until(async () => (await deliveries()).data[0].attempts.length === 2);
    assert.equal((await deliveries()).data[0].state, 'failed');
    receiver.behave(answering(200));
    await retry({ ids: [id] }).expect(202);
    await settled(1, 'delivered');
    const [first] = receiver.received;
    assert.deepEqual(
      receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]),
      Array.from({ length: 3 }, () => [first?.headers['webhook-id'], first?.body]),
    );
    const { body } = await boss.get(hook);
    assert.deepEqual([body.isActive, body.health.lastSuccessAt], [false, null]);
  });

  it('keep their schedule after a failure by hand', async () => {
    receiver.behave(answering(500));
    await write();
    await until(async () => (await deliveries()).data[0]?.attempts.length >= 1);
    const before = await rows();
    const [{ id }] = (await deliveries()).data;
    await retry({ ids: [id] }).expect(202);
    await until(async () => (await deliveries()).data[0].attempts.some(({ manual }: { manual: boolean }) => manual));
    await until(async () => (await rows())[0]?.queue === 1);
    assert.deepEqual(
      [(await rows())[0]?.attempts, new Date(String((await rows())[0]?.due_at)).getTime()],
      [before[0]?.attempts, new Date(String(before[0]?.due_at)).getTime()],
    );
  });

  it('that failed in a time are all tried again', async () => {
    receiver.behave(answering(410));
    await write();
    await settled(1, 'failed');
    const since = new Date(Date.now() - 60_000).toISOString();
    assert.deepEqual((await retry({ since: new Date(Date.now() + 60_000).toISOString() }).expect(202)).body, { retried: 0 });
    assert.deepEqual((await retry({ since, until: since }).expect(202)).body, { retried: 0 });
    receiver.behave(answering(200));
    assert.deepEqual((await retry({ since }).expect(202)).body, { retried: 1 });
    await settled(1, 'delivered');
    for (const wrong of [{}, { ids: [1], since }, { ids: [] }, { ids: [1], until: since }]) await retry(wrong).expect(400);
  });

  const rows = () =>
    selectRows<{ queue: number; attempts: number; due_at: string }>(
      server.db,
      'SELECT queue, attempts, due_at FROM webhook_deliveries WHERE webhook_id = :id ORDER BY id',
      { id: Number(hook.split('/').at(-1)) },
    );
});
