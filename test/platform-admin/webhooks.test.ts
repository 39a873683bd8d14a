import assert from 'node:assert/strict';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { SCOPES } from '../../server/platform/auth/scopes.ts';
import { answering, type Receiver, startReceiver } from '../platform/webhooks/receiver.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { until } from '../support/programs/process.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { issueKey } from '../support/requests/key-access.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const HOOKS = '/admin/webhooks';

describe('the webhooks of a project', () => {
  let server: TestServer;
  let receiver: Receiver;
  let boss: Client;
  let owner: Client;

  before(async () => {
    server = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' } });
    receiver = await startReceiver();
    boss = client(server, { token: operatorToken(server) });
    owner = client(server, { token: operatorToken(server, { isOwner: true }) });
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  beforeEach(async () => {
    await execute(server.db, 'DELETE FROM webhooks');
    await server.db.subscriptions.refresh();
    receiver.received.length = 0;
    receiver.behave(answering(200));
  });
  after(async () => {
    await server.close();
    await receiver.close();
  });

  const add = async (caller: Client, fields: object = {}) => {
    const { body } = await caller.post(HOOKS, { url: `${receiver.url}/hook`, events: ['review.*'], ...fields }).expect(201);
    return body;
  };
  const write = (projectId = 11) => {
    const user = client(server, { token: phoneToken(server, { projectId, userId: '0b9d6f3e-0000-4000-8000-000000000001' }) });
    return user.post('/posts', { title: 'Dark mode', description: 'x', category: 'feature' }).expect(201);
  };

  it('show the secret once and default all settings', async () => {
    const { secret, ...rest } = await add(boss);
    assert.match(secret, /^whsec_[\w+/]{43}=$/);
    const { id, createdAt, updatedAt, health, ...settings } = rest;
    assert.deepEqual(settings, {
      url: `${receiver.url}/hook`,
      events: ['review.*'],
      description: null,
      format: 'standard',
      language: 'en',
      content: false,
      projectId: 11,
      isActive: true,
      disabledAt: null,
      disabledReason: null,
    });
    assert.deepEqual(health, { state: 'unknown', failingSince: null, lastSuccessAt: null, lastFailureAt: null });
    assert.deepEqual((await boss.get(`${HOOKS}/${id}`).expect(200)).body, rest);
    assert.deepEqual((await boss.get(HOOKS).expect(200)).body, [rest]);
    assert.equal(createdAt, updatedAt);
    const [stored] = await selectRows<{ secret: string }>(server.db, 'SELECT secret FROM webhooks');
    assert.ok(stored !== undefined && !stored.secret.includes(secret.slice(6, 40)));
  });

  it('get the event of a write with a signature', async () => {
    const { secret, id } = await add(boss, { events: ['post.created'] });
    await write();
    await until(() => receiver.received.length === 1);
    const [request] = receiver.received;
    assert.ok(request);
    new StandardWebhook(secret).verify(request.body, request.headers);
    const event = JSON.parse(request.body);
    assert.equal(event.type, 'post.created');
    assert.equal(event.projectId, 11);
    assert.ok(!request.body.includes('Dark mode'));
    await until(async () => (await boss.get(`${HOOKS}/${id}`)).body.health.state === 'healthy');
  });

  it('refuse unknown types, platform types and wrong targets', async () => {
    const faults: readonly (readonly [object, string])[] = [
      [{ events: ['review.nothing'] }, 'events'],
      [{ events: ['nothing.*'] }, 'events'],
      [{ events: ['*'] }, 'events'],
      [{ events: ['operator.created'] }, 'events'],
      [{ events: ['webhook.*'] }, 'events'],
      [{ events: [] }, 'events'],
      [{ url: 'http://10.0.0.1/' }, 'url'],
      [{ url: 'http://[::1]/' }, 'url'],
      [{ url: 'http://2130706433.example@1.1.1.1/' }, 'url'],
      [{ url: 'ftp://hooks.example.com/' }, 'url'],
      [{ format: 'teams' }, 'format'],
    ];
    for (const [fields, field] of faults) {
      const { body } = await boss.post(HOOKS, { url: receiver.url, events: ['review.*'], ...fields }).expect(400);
      assert.ok(
        body.errors.some((fault: { field: string }) => fault.field.startsWith(field)),
        JSON.stringify([fields, body]),
      );
    }
    await owner.post(HOOKS, { url: receiver.url, events: ['operator.created'], projectId: null }).expect(201);
  });

  it('belong to the project of the caller', async () => {
    const { id } = await add(boss);
    const stranger = client(server, { token: operatorToken(server, { projectId: 12 }) });
    assert.deepEqual((await stranger.get(HOOKS).expect(200)).body, []);
    for (const [method, path, body] of [
      ['get', `${HOOKS}/${id}`],
      ['put', `${HOOKS}/${id}`, { isActive: false }],
      ['delete', `${HOOKS}/${id}`],
      ['post', `${HOOKS}/${id}/rotate-secret`],
      ['post', `${HOOKS}/${id}/test`],
      ['get', `${HOOKS}/${id}/deliveries`],
      ['post', `${HOOKS}/${id}/retry`, { ids: [1] }],
    ] as const)
      assert.equal((await stranger[method](path, body).expect(404)).body.code, 'webhook_not_found', path);
    await stranger.post(HOOKS, { url: receiver.url, events: ['review.*'], projectId: 11 }).expect(403);
    await stranger.post(HOOKS, { url: receiver.url, events: ['review.*'], projectId: null }).expect(403);
    assert.equal((await add(owner, { projectId: 12 })).projectId, 12);
    assert.equal((await add(owner, { projectId: null })).projectId, null);
    assert.equal(
      (await owner.post(HOOKS, { url: receiver.url, events: ['review.*'], projectId: 404 }).expect(400)).body.errors[0].field,
      'projectId',
    );
    assert.equal((await owner.get(`${HOOKS}?projectId=12`).expect(200)).body.length, 1);
  });

  it('are closed to staff and to all lesser keys', async () => {
    const byKey = async (wish: Parameters<typeof issueKey>[1]) => client(server, { apiKey: (await issueKey(server, wish)).key });
    const lesser = [
      client(server, { token: operatorToken(server, { role: 'staff' }) }),
      client(server, { token: phoneToken(server, { role: 'admin' }) }),
      await byKey({ scopes: ['read', 'write'] }),
      await byKey({ scopes: SCOPES.filter((scope) => scope !== 'audit') }),
      await byKey({ scopes: SCOPES, projectId: 11 }),
    ];
    for (const caller of lesser) {
      await caller.get(HOOKS).expect(403);
      await caller.post(HOOKS, { url: receiver.url, events: ['review.*'] }).expect(403);
    }
    await (await byKey({ scopes: SCOPES })).get(HOOKS).expect(200);
  });

  it('are at most twenty even when created at once', async () => {
    const created = await Promise.all(Array.from({ length: 26 }, () => boss.post(HOOKS, { url: receiver.url, events: ['review.*'] })));
    assert.equal(created.filter(({ status }) => status === 201).length, 20);
    assert.ok(
      created.filter(({ status }) => status !== 201).every(({ status, body }) => status === 409 && body.code === 'too_many_webhooks'),
    );
    await add(owner, { projectId: 12 });
  });

  it('get nothing of what happens while they are off', async () => {
    const { id } = await add(boss, { events: ['post.created'] });
    const off = await boss.put(`${HOOKS}/${id}`, { isActive: false }).expect(200);
    assert.deepEqual([off.body.isActive, off.body.disabledReason, off.body.health.state], [false, 'manual', 'disabled']);
    await write();
    const on = await boss.put(`${HOOKS}/${id}`, { isActive: true, description: 'again' }).expect(200);
    assert.deepEqual([on.body.disabledAt, on.body.disabledReason, on.body.description], [null, null, 'again']);
    await write();
    await until(() => receiver.received.length === 1);
    assert.equal((await boss.get(`${HOOKS}/${id}/deliveries`).expect(200)).body.data.length, 1);
  });

  it('sign with both secrets after a rotation', async () => {
    const { id, secret } = await add(boss, { events: ['post.created'] });
    const { body } = await boss.post(`${HOOKS}/${id}/rotate-secret`).expect(200);
    assert.notEqual(body.secret, secret);
    await write();
    await until(() => receiver.received.length === 1);
    for (const each of [secret, body.secret]) {
      const [request] = receiver.received;
      assert.ok(request);
      new StandardWebhook(each).verify(request.body, request.headers);
    }
  });

  it('answer a test with what the receiver said', async () => {
    receiver.behave(answering(418, { body: 'short and stout' }));
    const { id } = await add(boss);
    await boss.put(`${HOOKS}/${id}`, { isActive: false }).expect(200);
    const { body } = await boss.post(`${HOOKS}/${id}/test`).expect(200);
    assert.deepEqual([body.status, body.body, body.error], [418, 'short and stout', null]);
    const [request] = receiver.received;
    assert.equal(JSON.parse(request?.body ?? '{}').type, 'webhook.test');
    receiver.behave((_request, response) => void response.destroy());
    const broken = await boss.post(`${HOOKS}/${id}/test`).expect(200);
    assert.deepEqual([broken.body.status, broken.body.error], [null, 'ECONNRESET']);
    assert.equal((await boss.get(`${HOOKS}/${id}`)).body.health.state, 'disabled');
  });

  it('are gone for good after a deletion', async () => {
    const { id } = await add(boss, { events: ['post.created'] });
    await boss.delete(`${HOOKS}/${id}`).expect(204);
    await boss.get(`${HOOKS}/${id}`).expect(404);
    await write();
    assert.deepEqual(await selectRows(server.db, 'SELECT id FROM webhook_deliveries WHERE webhook_id = :id', { id }), []);
  });
});
