import assert from 'node:assert/strict';
import { AuditEntry } from '../../../models/platform/AuditEntry.ts';
import { onlyReads } from '../../../server/platform/http/endpoint.ts';
import { RESPONSE_HEADERS } from '../../../server/platform/http/reply/cors.ts';
import { isForOperators } from '../../../server/platform/http/request/query-names.ts';
import { registerApp } from '../../apps/support.ts';
import { fullAddress, type ServedEndpoint, servedRows } from '../../support/documents/inventory.ts';
import { admin } from '../../support/requests/client.ts';
import { operatorToken, phoneToken, USER_ID } from '../../support/requests/tokens.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const INVALID = '400 validation_error';
const ROWS = servedRows();
const OPERATORS_ROWS = ROWS.filter(({ endpoint }) => isForOperators(endpoint));
const WRITES = OPERATORS_ROWS.filter(({ endpoint }) => !onlyReads(endpoint));
const READS = OPERATORS_ROWS.filter(({ endpoint }) => onlyReads(endpoint));
/** Spellings of names that no endpoint has. */
const UNKNOWN = ['dryrun', 'dryRun[]', 'dry_run', 'DRYRUN', 'dryRun ', 'force', '__proto__', 'constructor'].map(encodeURIComponent);
/** Values that only look like a boolean. */
const NOT_BOOLEAN = ['TRUE', 'True', '1', '0', 'yes', '', '%20true', 'true%20', 'true&dryRun=true', 'false&dryRun=true'];

describe('the names of a query', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ env: { RATE_LIMIT_ACCOUNT: 'off' } });
    slug = await registerApp(server);
  });
  after(() => server.close());

  const send = ({ endpoint, method, address }: ServedEndpoint, query: string): Promise<Answer> => {
    const token = endpoint.limit === 'admin' ? operatorToken(server) : phoneToken(server);
    const credentials = endpoint.auth === 'manager' ? { 'X-Api-Key': server.apiKey } : { Authorization: `Bearer ${token}` };
    const page: Record<string, string> = endpoint.isForBrowser === true ? { 'Sec-Fetch-Site': 'same-origin' } : {};
    // the only read with a body
    const body = endpoint.body === undefined ? {} : { body: endpoint.isRead === true ? { context: {} } : {} };
    const path = address.replace(':slug', slug).replace(':entityType', 'post').replace('/users/:id', `/users/${USER_ID}`);
    return ask(server.url, `${fullAddress(path)}?${query}`, {
      method: method.toUpperCase(),
      headers: { ...credentials, ...page },
      ...body,
    });
  };
  const faultsOf = ({ body }: Answer): string[] => ((body['errors'] ?? []) as { field: string }[]).map(({ field }) => field);
  const audited = (): Promise<number> => server.db.model(AuditEntry).count({ acrossProjects: true });

  async function refuses(row: ServedEndpoint, query: string, field: string): Promise<void> {
    const answer = await send(row, query);
    const what = `${row.method} ${row.address}?${query}`;
    assert.equal(refusal(answer), INVALID, what);
    assert.ok(faultsOf(answer).includes(field), `${what}: ${faultsOf(answer)}`);
  }

  it('are refused by every administrative write without them', async () => {
    assert.ok(WRITES.length > 40, String(WRITES.length));
    const before = await audited();
    for (const row of WRITES) for (const name of UNKNOWN) await refuses(row, `${name}=true`, name);
    assert.equal(await audited(), before);
  });

  it('include dryRun only where a write has one', async () => {
    for (const row of WRITES)
      if (row.endpoint.dryRunReply === undefined)
        for (const value of ['true', 'false', '']) await refuses(row, `dryRun=${value}`, 'dryRun');
      else for (const value of NOT_BOOLEAN) await refuses(row, `dryRun=${value}`, 'dryRun');
    assert.ok(WRITES.some(({ endpoint }) => endpoint.dryRunReply !== undefined));
  });

  it('include no other dryRun of any write of an app', async () => {
    const others = ROWS.filter(({ endpoint, method }) => method !== 'get' && !isForOperators(endpoint) && endpoint.pool !== 'memory');
    assert.ok(others.length > 30, String(others.length));
    for (const row of others) {
      if (row.endpoint.dryRunReply === undefined) await refuses(row, 'dryRun=true', 'dryRun');
      await refuses(row, 'dryrun[]=true', 'dryrun%5B%5D');
    }
  });

  it('are named by every administrative read without them', async () => {
    assert.ok(READS.length > 25, String(READS.length));
    for (const row of READS) {
      const { status, headers } = await send(row, 'dryRun=true&a%0ab=1&Page=2');
      assert.notEqual(status, 400, row.address);
      assert.equal(headers['x-ignored-parameters'], 'dryRun, a%0Ab, Page', row.address);
      assert.equal((await send(row, '')).headers['x-ignored-parameters'], undefined, row.address);
    }
  });

  it('are listed up to twenty of them', async () => {
    const query = Array.from({ length: 30 }, (_, index) => `n${index}=1`).join('&');
    const path = `/api/v1/admin/apps`;
    const { headers } = await ask(server.url, `${path}?${query}`, { headers: { 'X-Api-Key': server.apiKey } });
    assert.match(String(headers['x-ignored-parameters']), /^n0, .*, n19, \.\.\.$/);
    const refused = await admin(server).post(`/admin/apps?${query}`, {}).expect(400);
    assert.equal(refused.body.errors.filter(({ field }: { field: string }) => /^n\d+$/.test(field)).length, 20);
  });

  it('stay free on the public reads and writes of phones', async () => {
    const { status, headers } = await ask(server.url, `/api/v1/apps/${slug}?cacheBuster=1&dryRun=true`);
    assert.deepEqual([status, headers['x-ignored-parameters']], [200, undefined]);
    const event = { method: 'POST', body: { eventType: 'open' } };
    assert.equal((await ask(server.url, `/api/v1/apps/${slug}/analytics?cacheBuster=1`, event)).status, 201);
  });

  it('that were ignored may be read by pages', () => {
    assert.ok(RESPONSE_HEADERS.includes('X-Ignored-Parameters'));
  });
});
