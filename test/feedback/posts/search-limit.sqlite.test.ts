import assert from 'node:assert/strict';
import { ask } from '../../support/requests/wire.ts';
import type { TestServer } from '../../support/server.ts';
import { startFeedbackServer } from '../support.ts';

const POSTS = '/api/v1/posts';

describe('RATE_LIMIT_SEARCH', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startFeedbackServer({ env: { RATE_LIMIT_SEARCH: '2/3600', RATE_LIMIT_READ: '9/3600', TRUST_PROXY: '1' } });
  });
  afterEach(() => server.close());

  const statusOf = async (path: string, address = '203.0.113.1'): Promise<number> =>
    (await ask(server.url, path, { headers: { 'X-Forwarded-For': address } })).status;

  it('refuses further searches of one address only', async () => {
    assert.deepEqual([await statusOf(`${POSTS}?q=dark`), await statusOf(`${POSTS}?q=mode&page=2`)], [200, 200]);
    const { status, body, headers } = await ask(server.url, `${POSTS}?q=a`, { headers: { 'X-Forwarded-For': '203.0.113.1' } });
    assert.deepEqual([status, body['code'], headers['x-ratelimit-limit']], [429, 'throttled', '2']);
    assert.ok(Number(headers['retry-after']) >= 3_500);
    assert.match(String(headers['ratelimit']), /^"read"; r=6; t=\d+, "search"; r=0; t=\d+$/);
    assert.equal(await statusOf(POSTS), 200);
    assert.equal(await statusOf(`${POSTS}?q=a`, '203.0.113.2'), 200);
  });

  it('counts every spelling of a search, no other read', async () => {
    for (const path of [POSTS, `${POSTS}?category=bug`, `${POSTS}/roadmap?q=a`, `${POSTS}?Q=a`]) assert.notEqual(await statusOf(path), 429);
    for (const query of ['q=a&q=b', '%71=a']) assert.notEqual(await statusOf(`${POSTS}?${query}`), 429);
    assert.equal(await statusOf(`${POSTS}?page=1&q=c`), 429);
  });
});
