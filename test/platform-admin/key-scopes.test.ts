import assert from 'node:assert/strict';
import { type Area, SCOPES, type Scope } from '../../server/platform/auth/scopes.ts';
import { onlyReads } from '../../server/platform/http/endpoint.ts';
import { createUser } from '../auth/sessions/session-support.ts';
import { servedRows } from '../support/documents/inventory.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { issueKey, type KeyWish } from '../support/requests/key-access.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'correct horse battery';
const UNKNOWN = '404404';

/** The areas by their paths, so that a new endpoint of an area cannot forget its scope. */
const AREA_PATHS: readonly [Area, RegExp][] = [
  ['feedback', /^\/api\/v1\/admin\/(reviews|comments|posts|reports|moderation|stats|waiting)\b/],
  ['users', /\/auth\/admin\/(users|otp)\b/],
  ['audit', /\/admin\/audit-log$/],
  ['operators', /\/admin\/projects\/:id\/operators\b/],
  ['all', /\/admin\/webhooks\b/],
];

const rows = servedRows().flatMap(({ endpoint, method, address }) => (endpoint.auth === 'manager' ? [{ endpoint, method, address }] : []));
const areaOf = (address: string): Area | undefined => AREA_PATHS.find(([, path]) => path.test(address))?.[0];
const pathOf = (address: string): string => address.replace('projects/:id', 'projects/11').replace(/:\w+/g, UNKNOWN);

/** The scopes of a key that is just enough. */
function enoughFor(area: Area | undefined, isRead: boolean): Scope[] {
  if (area === 'all') return [...SCOPES];
  if (area === 'audit') return ['audit'];
  if (area === 'operators') return isRead ? ['read'] : ['read', 'write', 'operators'];
  return [isRead ? 'read' : 'write', ...(area === undefined ? [] : [area])];
}

describe('the scopes of API keys', () => {
  let server: TestServer;
  const keys = new Map<string, Client>();

  before(async () => {
    server = await startServer();
    await createUser(server.db);
  });
  after(() => server.close());

  async function keyWith(scopes: readonly Scope[], wish: KeyWish = {}): Promise<Client> {
    const name = JSON.stringify([scopes, wish]);
    const known = keys.get(name) ?? client(server, { apiKey: (await issueKey(server, { ...wish, scopes })).key }, '');
    keys.set(name, known);
    return known;
  }
  const ask = async (caller: Client, { method, address }: (typeof rows)[number]): Promise<string> => {
    const { status, body } = await caller[method](pathOf(address), method === 'get' || method === 'delete' ? undefined : {});
    return status === 403 ? String(body.code) : 'admitted';
  };

  it('are declared by every endpoint of their area', () => {
    assert.deepEqual(
      rows.filter(({ endpoint, address }) => endpoint.scope !== areaOf(address)).map(({ address }) => address),
      [],
    );
    for (const [area] of AREA_PATHS) assert.ok(rows.some(({ endpoint }) => endpoint.scope === area));
  });

  it('admit a key with just the needed ones', async () => {
    for (const row of rows) {
      if (row.endpoint.reach === 'self') continue;
      const enough = enoughFor(areaOf(row.address), onlyReads(row.endpoint));
      assert.equal(await ask(await keyWith(enough), row), 'admitted', `${row.method} ${row.address}`);
    }
  });

  it('refuse a key that lacks one of them', async () => {
    for (const row of rows) {
      if (row.endpoint.reach === 'self') continue;
      for (const missing of enoughFor(areaOf(row.address), onlyReads(row.endpoint))) {
        const rest = SCOPES.filter((scope) => scope !== missing);
        assert.equal(await ask(await keyWith(rest), row), 'permission_denied', `${row.method} ${row.address} without ${missing}`);
      }
    }
  });

  it('are all in the key of the environment', async () => {
    const { body } = await admin(server).get('/admin/whoami').expect(200);
    assert.deepEqual(body.scopes, ['read', 'write', 'feedback', 'users', 'audit', 'operators']);
  });

  it('are issued only by a key that has them', async () => {
    for (const scope of SCOPES) {
      const rest = SCOPES.filter((other) => other !== scope);
      const issuer = await keyWith(rest.includes('write') ? rest : [...rest, 'write']);
      const answer = await issuer.post('/api/v1/admin/api-keys', { name: 'child', scopes: [scope] });
      assert.equal(answer.status, scope === 'write' ? 201 : 403, scope);
      await issuer.post('/api/v1/admin/api-keys', { name: 'child', scopes: rest }).expect(201);
    }
  });

  it('let a project key moderate but change no user', async () => {
    const ofProject = await keyWith(SCOPES, { projectId: 11 });
    const answers: Record<string, string> = {};
    for (const row of rows) {
      const area = areaOf(row.address);
      if (area !== undefined && !onlyReads(row.endpoint)) answers[`${row.method} ${row.address}`] = `${area} ${await ask(ofProject, row)}`;
    }
    assert.deepEqual(
      new Set(Object.values(answers)),
      new Set(['feedback admitted', 'users permission_denied', 'operators permission_denied', 'all permission_denied']),
    );
    await ofProject.get('/api/v1/auth/admin/users').expect(200);
  });

  describe('for operators', () => {
    const operator = (username: string) => ({ username, password: PASSWORD, role: 'admin' });
    const WRITES: readonly [method: 'post' | 'put' | 'delete', path: string][] = [
      ['post', ''],
      ['put', '/1'],
      ['delete', '/1/totp'],
      ['post', '/1/unlock'],
    ];
    const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

    it('open them only to lasting keys of all projects', async () => {
      const weak: Record<string, Client> = {
        expiring: await keyWith(SCOPES, { expiresAt: inAnHour() }),
        'of a project': await keyWith(SCOPES, { projectId: 11 }),
        'write alone': await keyWith(['write']),
        'without read': await keyWith(['write', 'operators']),
        'without operators': await keyWith(SCOPES.filter((scope) => scope !== 'operators')),
      };
      for (const [name, caller] of Object.entries(weak))
        for (const [method, path] of WRITES) {
          const body = method === 'delete' ? undefined : path === '' ? operator('made-by-weak') : { password: PASSWORD };
          const answer = await caller[method](`/api/v1/admin/projects/11/operators${path}`, body);
          assert.equal(`${answer.status} ${answer.body.code}`, '403 permission_denied', `${name}: ${method} ${path}`);
        }
      const strong = await keyWith(['read', 'write', 'operators']);
      await strong.post('/api/v1/admin/projects/11/operators', operator('made-by-strong')).expect(201);
      const boss = client(server, { token: operatorToken(server) });
      await boss.post('/admin/projects/11/operators', operator('made-by-person')).expect(201);
    });

    it('are needed to give a user the role of staff', async () => {
      const { id } = await createUser(server.db);
      const address = `/api/v1/auth/admin/users/${id}`;
      const expiring = await keyWith(SCOPES, { expiresAt: inAnHour() });
      for (const caller of [expiring, await keyWith(['read', 'write', 'users'])])
        for (const role of ['staff', 'admin'])
          assert.equal((await caller.put(address, { role }).expect(403)).body.code, 'permission_denied');
      await expiring.put(address, { role: 'driver' }).expect(200);
      await (await keyWith(['read', 'write', 'users', 'operators'])).put(address, { role: 'staff' }).expect(200);
    });
  });
});
