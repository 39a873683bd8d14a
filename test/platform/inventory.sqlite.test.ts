import assert from 'node:assert/strict';
import { servedRows } from '../support/inventory.ts';
import { createProbe, MODES } from '../support/probe-service.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { ask } from '../support/wire.ts';

const OPERATIONS = ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json', '/openapi.json', '/docs'];

describe('the inventory', () => {
  let server: TestServer;
  let paths: Record<string, Record<string, { summary?: string; security?: unknown; 'x-diwan-auth'?: string; 'x-diwan-limit'?: string }>>;
  const probe = createProbe();
  const rows = servedRows(probe.services);

  before(async () => {
    server = await startServer({ extraServices: probe.services });
    paths = (await ask(server.url, '/openapi.json')).body['paths'] as typeof paths;
  });
  after(() => server.close());

  it('of the OpenAPI document is the rows and the operations endpoints, nothing less and nothing more', () => {
    const documented = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    const served = rows.map(({ method, address }) => `${method} ${address.replace(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual(documented.sort(), [...served, ...OPERATIONS.map((path) => `get ${path}`)].sort());
    assert.equal(new Set(served).size, served.length, 'no address has two rows of one method');
  });

  it('spells out for every row who may call it, how it is counted and what it does', () => {
    for (const { row, method, address } of rows) {
      assert.ok([...MODES, 'apiKey'].includes(row.auth), `${method} ${address}: auth`);
      assert.ok(['read', 'events', 'admin', 'write', 'writeOrGuest', 'global'].includes(row.limit), `${method} ${address}: limit`);
      assert.match(row.summary, /^\S.{3,}/, `${method} ${address}: summary`);
      if (row.auth === 'apiKey') assert.ok(['app', 'list', 'platform'].includes(row.reach), `${method} ${address}: reach`);
      const operation = paths[address.replace(/:(\w+)/g, '{$1}')]?.[method];
      assert.deepEqual([operation?.['x-diwan-auth'], operation?.['x-diwan-limit'], operation?.summary], [row.auth, row.limit, row.summary]);
    }
  });

  it('reads the token wherever it says which project is meant', () => {
    const blind = servedRows().filter(({ row }) => row.auth === 'public' && (row.tenant === true || row.tenant === 'active'));
    assert.deepEqual(
      blind.map(({ method, address }) => `${method} ${address}`),
      [],
    );
  });

  it('describes every parameter of every path, and a reply for every success', () => {
    for (const { row, method, address } of rows) {
      if (address.startsWith('/api/v1/probe')) continue;
      const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const described = row.params === undefined ? [] : Object.keys(row.params.describe()['keys'] as object);
      assert.deepEqual(described.sort(), names.sort(), `${method} ${address}`);
      assert.equal(row.reply === null, row.status === 204, `${method} ${address}: reply`);
    }
  });

  it('has no admin address without a guard, and answers each by it', async () => {
    for (const { row, method, address } of rows.filter((served) => served.address.includes('/admin/'))) {
      assert.ok(['staff', 'admin', 'apiKey'].includes(row.auth), `${method} ${address}`);
    }
    for (const { row, method, address } of rows.filter((served) => !['public', 'optionalUser', 'userOrGuest'].includes(served.row.auth))) {
      const { status } = await ask(server.url, address.replace(/:\w+/g, '1'), { method: method.toUpperCase() });
      assert.equal(status, 401, `${method} ${address} (${row.auth})`);
    }
  });
});
