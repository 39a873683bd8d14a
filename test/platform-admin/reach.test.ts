import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Response } from 'supertest';
import { SCOPES } from '../../server/platform/auth/scopes.ts';
import { until } from '../support/programs/process.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { clientWithKey, issueKey } from '../support/requests/key-access.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const OWN = 'own-app';
const FOREIGN = 'foreign-app';
const PASSWORD = 'correct horse battery';
const codeOf = ({ status, body }: Response): string => `${status} ${body.code ?? ''}`.trim();

describe('the reach of managers', () => {
  let server: TestServer;
  const asOperator = (claims: object): Client => client(server, { token: operatorToken(server, claims) });
  const managers = async (): Promise<Record<string, Client>> => ({
    staff: asOperator({ role: 'staff' }),
    admin: asOperator({ role: 'admin' }),
    'admin of another project': asOperator({ role: 'admin', projectId: 12 }),
    owner: asOperator({ role: 'admin', isOwner: true, projectId: 12 }),
    customer: client(server, { token: phoneToken(server) }),
    'admin by phone': client(server, { token: phoneToken(server, { role: 'admin' }) }),
    'platform key': admin(server),
    'project key': await clientWithKey(server, { projectId: 11 }),
    'key of another project': await clientWithKey(server, { projectId: 12 }),
    'list key': await clientWithKey(server, { apps: [OWN] }),
    'read key': await clientWithKey(server, { scopes: ['read'] }),
  });
  const table = async (call: (caller: Client) => PromiseLike<Response>): Promise<Record<string, string>> => {
    const answers: Record<string, string> = {};
    for (const [name, caller] of Object.entries(await managers())) answers[name] = codeOf(await call(caller));
    return answers;
  };

  before(async () => {
    server = await startServer();
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
    await newApp(admin(server), OWN).expect(201);
    await newApp(asOperator({ projectId: 12 }), FOREIGN).expect(201);
  });
  after(() => server.close());

  const newApp = (caller: Client, slug: string) =>
    caller.post('/admin/apps', { slug, name: slug, platform: 'both', packageName: 'com.example.app' });

  it('ends at the project of an app', async () => {
    assert.deepEqual(await table((caller) => caller.put(`/admin/apps/${OWN}`, { name: 'New' })), {
      staff: '403 permission_denied',
      admin: '200',
      'admin of another project': '404 app_not_found',
      owner: '200',
      customer: '403 permission_denied',
      'admin by phone': '403 permission_denied',
      'platform key': '200',
      'project key': '200',
      'key of another project': '404 app_not_found',
      'list key': '200',
      'read key': '403 permission_denied',
    });
  });

  it('compares the header before it looks at the path', async () => {
    const ask = async (caller: Client, path: string, header: string) => codeOf(await caller.get(path).set('X-Project-ID', header));
    for (const path of [`/admin/apps/${OWN}/versions`, '/admin/apps/unknown/versions', '/admin/projects/11', '/admin/projects/404404']) {
      assert.equal(await ask(asOperator({}), path, '12'), '403 project_mismatch', path);
      assert.equal(await ask(await clientWithKey(server, { projectId: 11 }), path, '404404'), '403 project_mismatch', path);
    }
    assert.equal(await ask(asOperator({ isOwner: true }), `/admin/apps/${OWN}/versions`, '12'), '200');
    assert.equal(await ask(asOperator({}), `/admin/apps/${OWN}/versions`, '11'), '200');
  });

  it('lets staff read what they may not change', async () => {
    const answers = await table((caller) => caller.get(`/admin/apps/${OWN}/versions`));
    const refused = Object.entries(answers).filter(([, answer]) => answer !== '200');
    assert.deepEqual(Object.fromEntries(refused), {
      'admin of another project': '404 app_not_found',
      customer: '403 permission_denied',
      'admin by phone': '403 permission_denied',
      'key of another project': '404 app_not_found',
    });
  });

  it('ends at the project of a path', async () => {
    assert.deepEqual(await table((caller) => caller.get('/admin/projects/11/operators')), {
      staff: '403 permission_denied',
      admin: '200',
      'admin of another project': '404 project_not_found',
      owner: '200',
      customer: '403 permission_denied',
      'admin by phone': '403 permission_denied',
      'platform key': '200',
      'project key': '200',
      'key of another project': '404 project_not_found',
      'list key': '403 permission_denied',
      'read key': '200',
    });
  });

  it('shows codes of test phones only to writers', async () => {
    await admin(server).post('/admin/projects/11/test-phones', { phone: '+15550100001', code: '4711' }).expect(201);
    const codeFor = async (caller: Client): Promise<unknown> =>
      (await caller.get('/admin/projects/11/test-phones').expect(200)).body[0].code;
    assert.equal(await codeFor(asOperator({})), '4711');
    assert.equal(await codeFor(await clientWithKey(server, { scopes: ['write', 'read'] })), '4711');
    assert.equal(await codeFor(await clientWithKey(server, { scopes: ['read'] })), null);
  });

  it('lets no project key make people of its project', async () => {
    const key = await clientWithKey(server, { projectId: 11, scopes: SCOPES });
    const operator = { username: 'made-by-key', password: PASSWORD, role: 'admin' };
    assert.equal(codeOf(await key.post('/admin/projects/11/operators', operator)), '403 permission_denied');
    assert.equal(codeOf(await key.put('/admin/projects/11', { name: 'Taken' })), '403 permission_denied');
    await key.get('/admin/projects/11/operators').expect(200);
  });

  it('ends for a key that is revoked during the upload', async () => {
    const { id, key } = await issueKey(server);
    const body = JSON.stringify({ slug: 'too-late', name: 'x', platform: 'both', packageName: 'com.example.app' });
    const upload = request(`${server.url}/api/v1/admin/apps`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    upload.write(body.slice(0, 5));
    await until(async () => (await lastUseOf(id)) !== null);
    await admin(server).delete(`/admin/api-keys/${id}`).expect(204);
    upload.end(body.slice(5));
    const [answer] = await once(upload, 'response');
    answer.resume();
    assert.equal(answer.statusCode, 401);
  });

  const lastUseOf = async (id: number): Promise<unknown> => {
    const { body } = await admin(server).get('/admin/api-keys').expect(200);
    return body.find((key: { id: number }) => key.id === id).lastUsedAt;
  };

  it('covers new projects only for owners and platform keys', async () => {
    let count = 0;
    const answers = await table((caller) => {
      count += 1;
      return caller.post('/admin/projects', { name: `New ${count}` });
    });
    assert.deepEqual(
      Object.keys(answers).filter((name) => answers[name] === '201'),
      ['owner', 'platform key'],
    );
  });

  it('shows each manager the apps of his project', async () => {
    const seen: Record<string, unknown> = {};
    for (const [name, caller] of Object.entries(await managers())) {
      const { status, body } = await caller.get('/admin/apps');
      if (status === 200)
        seen[name] = body.map(({ slug, projectId }: { slug: string; projectId: number }) => `${slug} ${projectId}`).join();
    }
    const all = `${FOREIGN} 12,${OWN} 11`;
    assert.deepEqual(seen, {
      staff: `${OWN} 11`,
      admin: `${OWN} 11`,
      'admin of another project': `${FOREIGN} 12`,
      owner: all,
      'platform key': all,
      'project key': `${OWN} 11`,
      'key of another project': `${FOREIGN} 12`,
      'list key': `${OWN} 11`,
      'read key': all,
    });
    const filtered = await admin(server).get('/admin/apps?projectId=12').expect(200);
    assert.deepEqual(
      filtered.body.map(({ slug }: { slug: string }) => slug),
      [FOREIGN],
    );
    assert.deepEqual((await asOperator({}).get('/admin/apps?projectId=12').expect(200)).body, []);
  });

  it('decides the project of a new app', async () => {
    const projectOf = async (caller: Client, slug: string, project?: string): Promise<unknown> => {
      const test = newApp(caller, slug);
      const answer = await (project === undefined ? test : test.set('X-Project-ID', project));
      return answer.status === 201 ? answer.body.projectId : codeOf(answer);
    };
    const made = await managers();
    const of = (name: string): Client => made[name] ?? client(server);
    assert.equal(await projectOf(of('platform key'), 'by-default'), 11);
    assert.equal(await projectOf(of('platform key'), 'by-header', '12'), 12);
    assert.equal(await projectOf(of('key of another project'), 'by-key'), 12);
    assert.equal(await projectOf(of('owner'), 'by-owner'), 12);
    assert.equal(await projectOf(of('owner'), 'by-owner-and-header', '11'), 11);
    assert.equal(await projectOf(of('admin'), 'by-mismatch', '12'), '403 project_mismatch');
    assert.equal(await projectOf(of('project key'), 'by-key-mismatch', '12'), '403 project_mismatch');
    assert.equal(await projectOf(of('platform key'), 'nowhere', '404404'), '404 project_not_found');
  });

  it('shows the project to managers but not to clients', async () => {
    const { body } = await client(server).get(`/apps/${OWN}`).expect(200);
    assert.equal('projectId' in body, false);
  });

  it('needs exactly one of the two credentials', async () => {
    const both = client(server, { apiKey: server.apiKey, token: operatorToken(server) });
    assert.equal(codeOf(await both.get('/admin/apps')), '400 two_credentials');
    assert.equal(codeOf(await client(server).get('/admin/apps')), '401 invalid_api_key');
    assert.equal(codeOf(await client(server, { token: 'a.b.c' }).get('/admin/apps')), '401 token_not_valid');
  });

  it('ends for an operator whose role is taken away', async () => {
    const { body } = await admin(server)
      .post('/admin/projects/11/operators', { username: 'short-lived', password: PASSWORD, role: 'admin' })
      .expect(201);
    const caller = asOperator({ operatorId: body.id, username: 'short-lived' });
    await caller.get('/admin/projects/11/operators').expect(200);
    await admin(server).put(`/admin/projects/11/operators/${body.id}`, { role: 'staff' }).expect(200);
    assert.equal(codeOf(await caller.get('/admin/projects/11/operators')), '401 token_not_valid');
  });

  describe('the reach of an issued key', () => {
    const wish = { name: 'child', scopes: ['read'] };

    it('stays in the project of its parent', async () => {
      const parent = await clientWithKey(server, { projectId: 12 });
      assert.equal((await parent.post('/admin/api-keys', wish).expect(201)).body.projectId, 12);
      assert.equal(codeOf(await parent.post('/admin/api-keys', { ...wish, projectId: 11 })), '403 permission_denied');
      assert.equal(codeOf(await parent.post('/admin/api-keys', { ...wish, apps: [OWN] })), '400 validation_error');
      assert.equal(codeOf(await admin(server).post('/admin/api-keys', { ...wish, projectId: 404_404 })), '400 validation_error');
    });

    it('is the project of an owner, unless all is said', async () => {
      await admin(server).post('/admin/projects', { name: 'Third', id: 77 }).expect(201);
      const owner = asOperator({ isOwner: true, projectId: 12 });
      const projectOf = async (caller: Client, header: string | undefined, body: object = {}): Promise<unknown> => {
        const request = caller.post('/admin/api-keys', { ...wish, ...body });
        const answer = await (header === undefined ? request : request.set('X-Project-ID', header));
        return answer.status === 201 ? answer.body.projectId : codeOf(answer);
      };
      assert.equal(await projectOf(owner, undefined), 12);
      assert.equal(await projectOf(owner, '77'), 77);
      assert.equal(await projectOf(owner, undefined, { projectId: 77 }), 77);
      assert.equal(await projectOf(owner, '77', { projectId: null }), null);
      assert.equal(await projectOf(owner, '404404'), '404 project_not_found');
      assert.equal(await projectOf(asOperator({}), undefined), 11);
      assert.equal(await projectOf(asOperator({}), '77'), '403 project_mismatch');
      assert.equal(await projectOf(admin(server), '77'), null);
      assert.equal(await projectOf(admin(server), undefined, { projectId: 77 }), 77);
    });

    it('ends no later than its parent', async () => {
      const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
      const parent = await clientWithKey(server, { expiresAt: inDays(2) });
      for (const expiresAt of [undefined, null, inDays(3)])
        assert.equal(codeOf(await parent.post('/admin/api-keys', { ...wish, expiresAt })), '403 permission_denied');
      await parent.post('/admin/api-keys', { ...wish, expiresAt: inDays(1) }).expect(201);
    });

    it('ends when its parent is revoked', async () => {
      const parent = await issueKey(server);
      const child = await client(server, { apiKey: parent.key })
        .post('/admin/api-keys', { ...wish, scopes: ['read', 'write'] })
        .expect(201);
      const grandchild = await client(server, { apiKey: child.body.key }).post('/admin/api-keys', wish).expect(201);
      assert.equal(grandchild.body.parentId, child.body.id);
      await client(server, { apiKey: grandchild.body.key }).get('/admin/apps').expect(200);
      await admin(server).delete(`/admin/api-keys/${parent.id}`).expect(204);
      assert.equal(codeOf(await client(server, { apiKey: grandchild.body.key }).get('/admin/apps')), '401 invalid_api_key');
    });

    it('is hidden from other projects', async () => {
      const foreign = await issueKey(server, { projectId: 12 });
      const boss = asOperator({});
      const { body } = await boss.get('/admin/api-keys').expect(200);
      assert.ok(!body.some(({ id }: { id: number }) => id === foreign.id));
      const ofOther = await admin(server).get('/admin/api-keys?projectId=12').expect(200);
      assert.ok(ofOther.body.some(({ id }: { id: number }) => id === foreign.id));
      assert.ok(ofOther.body.every(({ projectId }: { projectId: number }) => projectId === 12));
      assert.deepEqual((await boss.get('/admin/api-keys?projectId=12').expect(200)).body, []);
      assert.equal(codeOf(await boss.delete(`/admin/api-keys/${foreign.id}`)), '404 api_key_not_found');
    });
  });
});
