import assert from 'node:assert/strict';
import { errorCatalogue } from '../../../server/domain/errors/catalogue.ts';
import { servedRows } from '../../support/documents/inventory.ts';
import { createProbe, MODES } from '../../support/probe-service.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** Beside the services; `GET` unless the method is named. */
const OPERATIONS = [
  '/account-deletion/{projectId}',
  '/u/{token}',
  'post /u/{token}',
  '/healthz',
  '/readyz',
  '/metrics',
  '/.well-known/jwks.json',
  '/openapi.json',
  '/errors.json',
  '/docs',
];

/** The copies of phone auth under `/api/v1`, where only the tokens of operators are documented. */
function isCopy(address: string): boolean {
  return address.startsWith('/api/v1/auth/') && !address.startsWith('/api/v1/auth/auth/');
}

const REACHES: readonly string[] = ['app', 'apps', 'project', 'tenant', 'own', 'platform', 'self'];

describe('the inventory', () => {
  let server: TestServer;
  let paths: Record<string, Record<string, { summary?: string; security?: unknown; 'x-diwan-auth'?: string; 'x-diwan-limit'?: string }>>;
  const probe = createProbe();
  const ours = servedRows();
  const endpoints = servedRows(probe.services);

  before(async () => {
    server = await startServer({ extraServices: probe.services });
    paths = (await ask(server.url, '/openapi.json')).body['paths'] as typeof paths;
  });
  after(() => server.close());

  it('in the OpenAPI document matches the served endpoints', () => {
    const documented = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    const documentedOnce = ours.filter(({ address }) => !isCopy(address));
    const served = documentedOnce.map(({ method, address }) => `${method} ${address.replace(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual(documented.sort(), [...served, ...OPERATIONS.map((path) => (path.startsWith('/') ? `get ${path}` : path))].sort());
    assert.equal(new Set(served).size, served.length, 'no address has two endpoints of one method');
  });

  it('declares access, limit and summary of every endpoint', () => {
    for (const { endpoint, method, address } of ours) {
      assert.ok([...MODES, 'manager'].includes(endpoint.auth), `${method} ${address}: auth`);
      assert.ok(
        ['read', 'evaluate', 'events', 'admin', 'write', 'writeOrGuest', 'account', 'global'].includes(endpoint.limit),
        `${method} ${address}: limit`,
      );
      assert.match(endpoint.summary, /^\S.{3,}/, `${method} ${address}: summary`);
      if (endpoint.auth === 'manager') assert.ok(REACHES.includes(endpoint.reach), `${method} ${address}: reach`);
      if (isCopy(address)) continue;
      const operation = paths[address.replace(/:(\w+)/g, '{$1}')]?.[method];
      assert.deepEqual(
        [operation?.['x-diwan-auth'], operation?.['x-diwan-limit'], operation?.summary],
        [endpoint.auth, endpoint.limit, endpoint.summary],
      );
    }
  });

  it('serves the catalogue of error codes as JSON', async () => {
    const { status, body, headers } = await ask(server.url, '/errors.json');
    assert.equal(status, 200);
    assert.deepEqual(body, errorCatalogue());
    assert.equal((await ask(server.url, '/errors.json', { headers: { 'If-None-Match': String(headers['etag']) } })).status, 304);
    assert.equal((await ask(server.url, '/errors.json', { method: 'POST' })).status, 405);
  });

  it('has no public endpoint that resolves a tenant by token', () => {
    const blind = ours.filter(({ endpoint }) => endpoint.auth === 'public' && (endpoint.tenant === true || endpoint.tenant === 'active'));
    assert.deepEqual(
      blind.map(({ method, address }) => `${method} ${address}`),
      [],
    );
  });

  it('describes every path parameter and every reply', () => {
    for (const { endpoint, method, address } of ours) {
      // the app of flag evaluation at the root is in a header
      if (address.startsWith('/ofrep/') || isCopy(address)) continue;
      const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const described = endpoint.params === undefined ? [] : Object.keys(endpoint.params.describe()['keys'] as object);
      assert.deepEqual(described.sort(), names.sort(), `${method} ${address}`);
      assert.equal(endpoint.reply === null, endpoint.status === 204, `${method} ${address}: reply`);
    }
  });

  it('guards every admin address and answers 401 without credentials', async () => {
    for (const { endpoint, method, address } of endpoints.filter((served) => served.address.includes('/admin/'))) {
      assert.ok(['staff', 'admin', 'manager'].includes(endpoint.auth), `${method} ${address}`);
    }
    for (const { endpoint, method, address } of endpoints.filter(
      (served) => !['public', 'optionalUser', 'userOrGuest'].includes(served.endpoint.auth),
    )) {
      const { status } = await ask(server.url, address.replace(/:\w+/g, '1'), { method: method.toUpperCase() });
      assert.equal(status, 401, `${method} ${address} (${endpoint.auth})`);
    }
  });
});
