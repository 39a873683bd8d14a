import assert from 'node:assert/strict';
import { createProbe, MODES } from '../../../support/probe-service.ts';
import { admin } from '../../../support/requests/client.ts';
import { forge, goodClaims, goodHeader, operatorToken, phoneToken } from '../../../support/requests/tokens.ts';
import { type Answer, ask, refusal } from '../../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

const PROBE = '/api/v1/probe';
const UNKNOWN = 999_999;

describe('the tenant of a request', () => {
  let server: TestServer;
  let customer: string;
  let stranger: string;
  const probe = createProbe();
  const bearer = (token: string): { Authorization: string } => ({ Authorization: `Bearer ${token}` });
  const get = (path: string, headers = {}): Promise<Answer> => ask(server.url, PROBE + path, { headers });
  const post = (path: string, headers = {}, body: object = {}): Promise<Answer> =>
    ask(server.url, PROBE + path, { method: 'POST', headers, body });

  before(async () => {
    server = await startServer({ extraServices: probe.services });
    await admin(server).post('/admin/projects', { id: 12, name: 'Second' }).expect(201);
    customer = phoneToken(server);
    stranger = phoneToken(server, { projectId: 12 });
  });
  after(() => server.close());

  it('is the header, else the claim, else the default', async () => {
    const projects = [
      await get('/public'),
      await get('/public', { 'X-Project-ID': '12' }),
      await get('/user', bearer(stranger)),
      await get('/user', { ...bearer(stranger), 'X-Project-ID': '12' }),
      await get('/optionalUser', bearer(stranger)),
      await post('/userOrGuest', { 'X-Project-ID': '12' }),
      await post('/user', bearer(stranger)),
      await get('/staff', bearer(operatorToken(server, { projectId: 12, role: 'staff' }))),
    ].map(({ body }) => body['projectId']);
    assert.deepEqual(projects, [11, 12, 12, 12, 12, 12, 12, 12]);
  });

  it('is null on an endpoint without a tenant', async () => {
    assert.equal((await get('/plain', { 'X-Project-ID': '12' })).body['projectId'], null);
  });

  const MALFORMED = [
    'abc',
    '',
    '0',
    '-1',
    '+11',
    '11.0',
    '1e1',
    '0x0B',
    '011',
    '11;',
    '11,12',
    '11, 12',
    '11 12',
    '\u00b9\u00b9',
    '9'.repeat(20),
    '2147483648',
    '4294967307',
    'NaN',
    'null',
    '[11]',
    '11\u00a0',
  ];

  it('is refused unless the header is a positive integer', async () => {
    for (const header of MALFORMED) {
      assert.equal(refusal(await get('/public', { 'X-Project-ID': header })), '400 invalid_project', JSON.stringify(header));
    }
  });

  it('may have spaces around it in the header', async () => {
    assert.equal((await get('/public', { 'X-Project-ID': ' 12 ' })).body['projectId'], 12);
  });

  it('is refused when the header is repeated', async () => {
    for (const [one, two] of [
      ['11', '12'],
      ['11', '11'],
      ['12', ''],
    ]) {
      const { status, body } = await ask(server.url, `${PROBE}/public`, {
        headers: ['X-Project-ID', one as string, 'x-project-id', two as string],
      });
      assert.equal(refusal({ status, body }), '400 invalid_project');
    }
  });

  it('is refused on every endpoint with a malformed header', async () => {
    const headers = { 'X-Project-ID': 'abc', 'X-Api-Key': server.apiKey };
    for (const path of ['/api/v1/admin/apps', '/api/v1/apps/none', '/api/v1/admin/projects', `${PROBE}/plain`, `${PROBE}/key/apps/x`]) {
      assert.equal(refusal(await ask(server.url, path, { headers })), '400 invalid_project', path);
    }
  });

  it('is 404 when missing, for reads and writes', async () => {
    const header = { 'X-Project-ID': String(UNKNOWN) };
    const before = probe.calls();
    assert.equal(refusal(await get('/public', header)), '404 project_not_found');
    assert.equal(refusal(await get('/public', { 'X-Project-ID': '2147483647' })), '404 project_not_found');
    assert.equal(refusal(await post('/userOrGuest', header, { name: 'Guest' })), '404 project_not_found');
    assert.equal(refusal(await get('/user', bearer(phoneToken(server, { projectId: UNKNOWN })))), '404 project_not_found');
    assert.equal(probe.calls(), before);
  });

  describe('for the token of another project', () => {
    it('is refused on every endpoint before the look-up', async () => {
      const token = bearer(operatorToken(server));
      for (const project of ['12', String(UNKNOWN)]) {
        const headers = { ...token, 'X-Project-ID': project };
        for (const mode of MODES) {
          assert.equal(refusal(await get(`/${mode}`, headers)), '403 project_mismatch', `get ${mode}`);
          assert.equal(refusal(await post(`/${mode}`, headers)), '403 project_mismatch', `post ${mode}`);
        }
        for (const path of [
          '/api/v1/apps/none',
          '/api/v1/apps/none/features',
          '/api/v1/admin/apps',
          '/api/v1/admin/projects',
          `${PROBE}/plain`,
          `${PROBE}/key/app/x`,
        ]) {
          assert.equal(refusal(await ask(server.url, path, { headers })), '403 project_mismatch', path);
        }
      }
    });

    it('is refused for staff and for a phone user alike', async () => {
      assert.equal(
        refusal(await get('/staff', { ...bearer(operatorToken(server, { role: 'staff' })), 'X-Project-ID': '12' })),
        '403 project_mismatch',
      );
      assert.equal(refusal(await get('/user', { ...bearer(customer), 'X-Project-ID': '12' })), '403 project_mismatch');
    });

    it('never runs the handler of an endpoint', async () => {
      const before = probe.calls();
      await post('/user', { ...bearer(customer), 'X-Project-ID': '12' });
      assert.equal(probe.calls(), before);
    });

    it('is not refused where a bad token is ignored', async () => {
      for (const token of ['x', 'a.b.c', phoneToken(server, {}, new Date(0))]) {
        for (const path of ['/public', '/optionalUser', '/userOrGuest', '/plain']) {
          const { status, body } = await get(path, { ...bearer(token), 'X-Project-ID': '12' });
          assert.deepEqual([status, (body['actor'] as { kind: string }).kind], [200, 'anonymous'], path);
        }
        assert.equal((await post('/public', { ...bearer(token), 'X-Project-ID': '12' })).status, 200);
      }
    });

    it('is not refused on public endpoints of phone auth', async () => {
      const headers = { ...bearer(customer), 'X-Project-ID': '12' };
      const answer = await ask(server.url, '/api/v2/auth/probe/public', { method: 'POST', headers, body: {} });
      assert.deepEqual([answer.status, (answer.body['actor'] as { kind: string }).kind], [200, 'anonymous']);
      assert.equal(refusal(await ask(server.url, '/api/v2/auth/probe/user', { headers })), '403 project_mismatch');
    });
  });

  it('is never taken from a query or a body', async () => {
    assert.equal((await get('/public?projectId=12&project_id=12')).body['projectId'], 11);
    const { body } = await post('/user', bearer(customer), { projectId: 12, project_id: 12, name: 'x' });
    assert.deepEqual([body['projectId'], body['input']], [11, { params: {}, query: {}, body: { name: 'x' } }]);
  });

  it('is never taken from claims of another type', async () => {
    const bent = [
      { projectId: '11' },
      { projectId: [11] },
      { projectId: null },
      { projectId: undefined },
      { projectId: 11, project_id: 12 },
      { projectId: 0, project_id: 0 },
      { projectId: 11.5, project_id: 11.5 },
    ];
    for (const claims of bent) {
      const token = forge(server, goodHeader(server), { ...goodClaims(), ...claims });
      assert.equal(refusal(await get('/user', bearer(token))), '401 token_not_valid', JSON.stringify(claims));
    }
  });

  describe('in caches', () => {
    const VARY = /^(?=.*\bX-Project-ID\b)(?=.*\bAuthorization\b)/i;

    it('never serves one project the reply of another', async () => {
      const first = await get('/cached', { 'X-Project-ID': '11' });
      const second = await get('/cached', { 'X-Project-ID': '12', 'If-None-Match': String(first.headers.etag) });
      assert.deepEqual([second.status, second.body], [200, { projectId: 12 }]);
      assert.equal((await get('/cached', { 'X-Project-ID': '12', 'If-None-Match': String(second.headers.etag) })).status, 304);
    });

    it('is named by Vary and never cached', async () => {
      const answers = [
        await get('/cached'),
        await get('/cached', { 'If-None-Match': '*' }),
        await get('/public'),
        await get('/user', bearer(customer)),
        await get('/optionalUser', bearer(customer)),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 304, 200, 200, 200],
      );
      for (const { headers } of answers) {
        assert.equal(headers['cache-control'], 'no-store');
        assert.match(String(headers.vary), VARY);
      }
    });

    it('does not vary replies that are the same for all', async () => {
      await admin(server)
        .post('/admin/apps', { slug: 'open', name: 'Open', platform: 'both', packageName: 'com.example.open' })
        .expect(201);
      const { headers } = await ask(server.url, '/api/v1/apps/open');
      assert.match(String(headers['cache-control']), /^public, max-age=30/);
      assert.equal(headers.vary, undefined);
    });

    it('forbids to store a refusal as well', async () => {
      for (const path of ['/user', '/public?x=1', '/nothing'])
        assert.equal((await get(path, { 'X-Project-ID': 'abc' })).headers['cache-control'], 'no-store');
    });
  });
});
