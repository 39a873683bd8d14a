import assert from 'node:assert/strict';
import { admin, client } from '../support/requests/client.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('GET /admin/whoami', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => server.close());

  it('shows the roles and the project of a person', async () => {
    const of = async (token: string) => (await client(server, { token }).get('/admin/whoami').expect(200)).body;
    const person = { scopes: null, apps: null, expiresAt: null };
    const boss = { actor: 'operator:5', name: 'boss', ...person };
    assert.deepEqual(await of(operatorToken(server, { role: 'staff' })), { ...boss, projectId: 11, roles: ['staff'] });
    assert.deepEqual(await of(operatorToken(server, { isOwner: true })), { ...boss, projectId: null, roles: ['admin', 'owner'] });
    const byPhone = await of(phoneToken(server, { role: 'admin', projectId: 12 }));
    assert.deepEqual([byPhone.name, byPhone.projectId, byPhone.roles], [null, 12, ['admin']]);
    await client(server, { token: phoneToken(server) })
      .get('/admin/whoami')
      .expect(403);
  });

  it('shows the reach of a key with any scope', async () => {
    const expiresAt = '2100-01-01T00:00:00.000Z';
    const { body: key } = await admin(server).post('/admin/api-keys', { name: 'ci', scopes: ['write'], projectId: 12, expiresAt });
    const { body } = await client(server, { apiKey: key.key }).get('/admin/whoami').expect(200);
    assert.deepEqual(body, { actor: `key:${key.prefix}`, name: 'ci', projectId: 12, roles: [], scopes: ['write'], apps: null, expiresAt });
    assert.equal((await admin(server).get('/admin/whoami').expect(200)).body.actor, 'key:ADMIN_API_KEY');
  });
});
