import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { createUser } from '../auth/sessions/session-support.ts';
import { selectRows } from '../support/databases/sql.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { clientWithKey } from '../support/requests/key-access.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const REVIEW = { itemType: 'store', itemId: 7, rating: 4 };
const codeOf = ({ status, body }: Response): string => `${status} ${body.code ?? ''}`.trim();

describe('moderation and users with an API key', () => {
  let server: TestServer;
  /** A review of each project, by the project. */
  const reviews = new Map<number, number>();

  before(async () => {
    server = await startServer();
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
    for (const projectId of [11, 12]) {
      const { body } = await client(server, { token: phoneToken(server, { projectId }) })
        .post('/reviews', REVIEW)
        .expect(201);
      reviews.set(projectId, body.data.id);
      await createUser(server.db, { projectId });
    }
  });
  after(() => server.close());

  const reviewsSeen = async (caller: Client, header?: string): Promise<unknown> => {
    const request = caller.get('/admin/reviews');
    const answer = await (header === undefined ? request : request.set('X-Project-ID', header));
    return answer.status === 200 ? answer.body.data.map(({ id }: { id: number }) => id) : codeOf(answer);
  };

  it('takes the project of the header, else the default', async () => {
    assert.deepEqual(await reviewsSeen(admin(server)), [reviews.get(11)]);
    assert.deepEqual(await reviewsSeen(admin(server), '12'), [reviews.get(12)]);
    assert.deepEqual(await reviewsSeen(admin(server), '404404'), '404 project_not_found');
  });

  it('takes the project of a project key alone', async () => {
    const key = await clientWithKey(server, { projectId: 12, scopes: ['read', 'feedback', 'users'] });
    assert.deepEqual(await reviewsSeen(key), [reviews.get(12)]);
    assert.deepEqual(await reviewsSeen(key, '11'), '403 project_mismatch');
    const { body } = await key.get('/auth/admin/users').expect(200);
    assert.deepEqual(
      body.data.map(({ projectId }: { projectId: number }) => projectId),
      [12],
    );
  });

  it('lets an owner choose another project than the home', async () => {
    const owner = client(server, { token: operatorToken(server, { isOwner: true }) });
    assert.deepEqual(await reviewsSeen(owner), [reviews.get(11)]);
    assert.deepEqual(await reviewsSeen(owner, '12'), [reviews.get(12)]);
    const boss = client(server, { token: operatorToken(server) });
    assert.deepEqual(await reviewsSeen(boss, '12'), '403 project_mismatch');
  });

  it('leaves an audit row with the name of the key', async () => {
    const { body } = await admin(server).post('/admin/api-keys', { name: 'bot', scopes: ['write', 'feedback'] });
    const bot = client(server, { apiKey: body.key });
    const request = bot.put(`/admin/reviews/${reviews.get(12)}/status`, { status: 'rejected' });
    const { headers } = await request.set('X-Project-ID', '12').expect(200);
    const rows = await selectRows(server.db, 'SELECT project_id, actor, actor_name FROM audit_log WHERE request_id = :id', {
      id: headers['x-request-id'] ?? '',
    });
    assert.deepEqual(rows, [{ project_id: 12, actor: `key:${body.prefix}`, actor_name: 'bot' }]);
  });

  it('refuses keys of some apps and without the scope', async () => {
    await admin(server).post('/admin/apps', { slug: 'own', name: 'x', platform: 'both', packageName: 'com.example.app' });
    const listed = await clientWithKey(server, { apps: ['own'] });
    const ofProject = await clientWithKey(server, { projectId: 11 });
    assert.equal(await reviewsSeen(listed), '403 permission_denied');
    assert.equal(codeOf(await listed.get('/auth/admin/users')), '403 permission_denied');
    const change = `/admin/reviews/${reviews.get(11)}/status`;
    assert.equal(codeOf(await ofProject.put(change, { status: 'approved' })), '403 permission_denied');
  });

  it('keeps its code without credentials and names both', async () => {
    for (const path of ['/admin/reviews', '/admin/posts', '/admin/stats', '/auth/admin/users']) {
      const { status, body, headers } = await client(server).get(path);
      assert.deepEqual([status, body.code, headers['www-authenticate']], [401, 'not_authenticated', 'Bearer'], path);
      assert.match(body.message, /token.*Authorization.*API key.*X-Api-Key/);
      const both = client(server, { apiKey: server.apiKey, token: operatorToken(server) });
      assert.equal(codeOf(await both.get(path)), '400 two_credentials');
      assert.equal(codeOf(await client(server, { apiKey: 'dk_00000000_x' }).get(path)), '401 invalid_api_key');
    }
  });
});
