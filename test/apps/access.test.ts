import assert from 'node:assert/strict';
import { type Endpoint, onlyReads } from '../../server/platform/http/endpoint.ts';
import { appsService } from '../../server/routes/apps/index.ts';
import { statementsOf } from '../support/databases/statements.ts';
import { admin, type Client, type Credentials, client } from '../support/requests/client.ts';
import { issueKey } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { codeOf, faultsOf, registerApp } from './support.ts';

const WRONG_KEYS: Record<string, Credentials> = {
  'no key': {},
  'an empty key': { headers: { 'X-Api-Key': '' } },
  'a wrong key': { apiKey: 'x'.repeat(43) },
  'a key of the right form': { apiKey: `dk_00000000_${'A'.repeat(43)}` },
};

const ADMIN_ROWS = appsService.endpoints.filter((row) => row.auth === 'manager');
const APP_ROWS = ADMIN_ROWS.filter((row) => row.auth === 'manager' && row.reach === 'app');

describe('access to the admin endpoints of apps', () => {
  let server: TestServer;
  let own: string;
  let other: string;
  let reader: Client;
  let writer: Client;
  let limited: Client;

  before(async () => {
    server = await startServer();
    own = await registerApp(server);
    other = await registerApp(server);
    reader = await withKey({ scopes: ['read'] });
    writer = await withKey({ scopes: ['write'] });
    limited = await withKey({ scopes: ['read', 'write'], apps: [own] });
  });
  after(() => server.close());

  const withKey = async (wish: Parameters<typeof issueKey>[1]) => client(server, { apiKey: (await issueKey(server, wish)).key });
  const call = (caller: Client, row: Endpoint, slug: string) =>
    caller[row.method](addressOf(row, slug), row.body === undefined ? undefined : {});

  it('covers every admin endpoint of the specification', () => {
    const listed = APP_ROWS.map((row) => `${row.method} ${row.path}`).sort();
    assert.deepEqual(listed, [
      'delete /admin/apps/:slug/features/:flagKey',
      'delete /admin/apps/:slug/maintenance/:id',
      'delete /admin/apps/:slug/segments/:key',
      'get /admin/apps/:slug',
      'get /admin/apps/:slug/analytics',
      'get /admin/apps/:slug/changes',
      'get /admin/apps/:slug/features',
      'get /admin/apps/:slug/features/:flagKey',
      'get /admin/apps/:slug/features/admin',
      'get /admin/apps/:slug/maintenance/history',
      'get /admin/apps/:slug/segments',
      'get /admin/apps/:slug/segments/:key',
      'get /admin/apps/:slug/versions',
      'get /admin/apps/:slug/versions/:id',
      'get /admin/apps/:slug/versions/adoption',
      'get /admin/apps/:slug/versions/health',
      'post /admin/apps/:slug/changes/:id/undo',
      'post /admin/apps/:slug/features',
      'post /admin/apps/:slug/features/copy',
      'post /admin/apps/:slug/features/explain',
      'post /admin/apps/:slug/segments',
      'post /admin/apps/:slug/versions',
      'post /admin/apps/:slug/versions/:id/halt',
      'post /admin/apps/:slug/versions/:id/resume',
      'post /admin/apps/:slug/versions/:id/rollback',
      'post /admin/apps/:slug/versions/:id/rollout',
      'put /admin/apps/:slug',
      'put /admin/apps/:slug/features/:flagKey',
      'put /admin/apps/:slug/maintenance',
      'put /admin/apps/:slug/maintenance/:id',
      'put /admin/apps/:slug/segments/:key',
      'put /admin/apps/:slug/versions/:id',
    ]);
  });

  for (const row of ADMIN_ROWS) {
    const name = `${row.method.toUpperCase()} ${row.path}`;
    const scope = onlyReads(row) ? 'read' : 'write';

    it(`${name} answers 401 to a wrong key without a query`, async () => {
      for (const [what, credentials] of Object.entries(WRONG_KEYS)) {
        const answer = await call(client(server, credentials), row, 'unknown');
        const { timestamp: _, requestId: __, ...body } = answer.body;
        const message = 'A valid API key in X-Api-Key is required, or the token of an operator in Authorization.';
        assert.deepEqual(body, { success: false, statusCode: 401, code: 'invalid_api_key', message, detail: message }, what);
      }
      const sent = await statementsOf(server.db, () => call(client(server, { apiKey: 'x'.repeat(43) }), row, other));
      assert.deepEqual(sent, []);
    });

    it(`${name} needs the scope ${scope}`, async () => {
      const [lacking, holding] = scope === 'read' ? [writer, reader] : [reader, writer];
      assert.equal(codeOf(await call(lacking, row, other).expect(403)), 'permission_denied');
      const { status } = await call(holding, row, other);
      assert.ok(status !== 401 && status !== 403, String(status));
    });
  }

  for (const row of APP_ROWS) {
    it(`${row.method.toUpperCase()} ${row.path} hides with 403 whether another app exists`, async () => {
      await call(limited, row, other).expect(403);
      const sent = await statementsOf(server.db, async () => {
        for (const slug of [other, 'unknown', 'Not-A-Slug'])
          assert.equal(codeOf(await call(limited, row, slug).expect(403)), 'permission_denied');
      });
      assert.deepEqual(
        sent.filter((sql) => !sql.includes('api_keys')),
        [],
      );
      const { status } = await call(limited, row, own);
      assert.ok(status !== 401 && status !== 403, String(status));
    });

    it(`${row.method.toUpperCase()} ${row.path} answers 404 or 400 to a wrong slug`, async () => {
      const body = VALID[`${row.method} ${row.path}`];
      const known = await admin(server)[row.method](addressOf(row, 'unknown'), body).expect(404);
      assert.equal(codeOf(known), 'app_not_found');
      const odd = await admin(server)[row.method](addressOf(row, 'Not-A-Slug'), body).expect(400);
      assert.deepEqual(faultsOf(odd), ['slug']);
    });
  }

  it('forbids a limited key to create apps and keys', async () => {
    await limited.post('/admin/apps', { slug: 'mine', name: 'Mine', platform: 'ios', packageName: 'mine' }).expect(403);
    await limited.get('/admin/api-keys').expect(403);
    await admin(server).get('/admin/apps/mine/versions').expect(404);
  });

  it('lists only the apps of the key, by slug', async () => {
    const first = await registerApp(server, { slug: 'a-first' });
    const two = await withKey({ scopes: ['read'], apps: [other, first] });
    const slugs = async (caller: Client) => (await caller.get('/admin/apps').expect(200)).body.map((app: { slug: string }) => app.slug);
    assert.deepEqual(await slugs(limited), [own]);
    assert.deepEqual(await slugs(two), ['a-first', other]);
    assert.deepEqual(await slugs(admin(server)), ['a-first', own, other]);
  });

  it('names the allowed methods of a known path', async () => {
    const answer = await admin(server).delete(`/admin/apps/${own}`).expect(405);
    assert.deepEqual([answer.headers['allow'], codeOf(answer)], ['GET, HEAD, PUT, OPTIONS', 'method_not_allowed']);
  });
});

const VALID: Record<string, unknown> = {
  'post /admin/apps/:slug/features': { flagKey: 'beta' },
  'post /admin/apps/:slug/features/copy': { from: 'another' },
  'post /admin/apps/:slug/features/explain': { context: {} },
  'post /admin/apps/:slug/segments': { key: 'beta', conditions: [{ attribute: 'country', operator: 'in', values: ['SA'] }] },
  'post /admin/apps/:slug/versions/:id/rollout': { percent: 10 },
  'post /admin/apps/:slug/versions': { versionName: '1.0.0', versionCode: 1 },
  'put /admin/apps/:slug': { name: 'New' },
  'put /admin/apps/:slug/features/:flagKey': { isEnabled: true },
  'put /admin/apps/:slug/maintenance': { isActive: true },
  'put /admin/apps/:slug/segments/:key': { name: 'Beta' },
  'put /admin/apps/:slug/versions/:id': { isForce: true },
};

function addressOf(row: Endpoint, slug: string): string {
  return row.path.replace(':slug', slug).replace(':flagKey', 'beta').replace(':key', 'beta').replace(':id', '1');
}
