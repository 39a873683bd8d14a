import assert from 'node:assert/strict';
import http from 'node:http';
import { publish, registerApp } from '../../apps/support.ts';
import { type CachedServer, startCachedServer, statusOfCache } from '../../support/programs/nginx-cache.ts';
import { until } from '../../support/programs/process.ts';
import { type Answer, type Ask, ask, refusal } from '../../support/requests/wire.ts';

const READS = ['', '/version', '/maintenance', '/features', '/bootstrap'];
/** Headers that belong to one connection or one request. */
const OF_ONE_HOP = ['date', 'connection', 'keep-alive', 'server', 'x-cache-status', 'x-request-id'];
const OF_ONE_CLIENT = ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining'];

describe('nginx with the configuration of docs/nginx-cache.md', () => {
  let all: CachedServer;
  let slug: string;
  let app: string;

  before(async () => {
    all = await startCachedServer({ RATE_LIMIT_EVALUATE_ADDRESS: '1000/60' });
  });
  beforeEach(async () => {
    slug = await registerApp(all.server);
    app = `/api/v1/apps/${slug}`;
    await publish(all.server, slug, { versionName: '2.0.0', versionCode: 20, isForce: true });
  });
  after(() => all.close());

  /** The cache status of two answers, one after the other. */
  const twice = async (path: string, options?: Ask): Promise<(string | undefined)[]> => [
    statusOfCache(await all.cached(path, options)),
    statusOfCache(await all.cached(path, options)),
  ];

  for (const read of READS) {
    it(`answers /apps/:slug${read} like the server, from its copy`, async () => {
      const direct = await all.direct(app + read);
      const first = await all.cached(app + read);
      const second = await all.cached(app + read);
      const head = await all.cached(app + read, { method: 'HEAD' });
      assert.deepEqual([first, second, head].map(statusOfCache), ['MISS', 'HIT', 'HIT']);
      for (const answer of [first, second, head]) assert.deepEqual(shared(answer), shared(direct));
      assert.equal(withoutTime(first), withoutTime(direct));
      assert.equal(second.text, first.text);
      assert.equal(head.text, '');
    });

    it(`keeps the ETag of /apps/:slug${read} and answers 304`, async () => {
      const etag = String((await all.direct(app + read)).headers.etag);
      const asked = (tag: string): Promise<Answer> => all.cached(app + read, { headers: { 'If-None-Match': tag } });
      const answers = [await asked(etag), await asked(etag), await asked(`W/${etag}`), await asked('"other"')];
      assert.deepEqual(
        answers.map((answer) => [answer.status, statusOfCache(answer), answer.headers.etag, answer.text === '']),
        [
          [304, 'MISS', etag, true],
          [304, 'HIT', etag, true],
          [304, 'HIT', etag, true],
          [200, 'HIT', etag, false],
        ],
      );
    });
  }

  it('keeps a copy for each platform and version', async () => {
    const queries = ['', '?currentVersion=1.0.0', '?platform=ios&currentVersion=1.0.0', '?currentVersion=2.0.0%2B7&platform=android'];
    for (const query of queries) {
      const path = `${app}/bootstrap${query}`;
      assert.deepEqual(await twice(path), ['MISS', 'HIT'], query);
      assert.equal(withoutTime(await all.cached(path)), withoutTime(await all.direct(path)));
    }
  });

  it('passes unusual requests to the server and stores nothing', async () => {
    await all.cached(`${app}/version`);
    for (const { path = `${app}/version`, ...options } of unusual()) {
      const before = all.relay.received.length;
      assert.deepEqual(await twice(path, options), [undefined, undefined], `${path} ${JSON.stringify(options)}`);
      assert.equal(all.relay.received.length, before + 2);
      const [direct, cached] = [await all.direct(path, options), await all.cached(path, options)];
      assert.deepEqual([cached.status, cached.body['code']], [direct.status, direct.body['code']]);
      assert.equal('ratelimit' in cached.headers, 'ratelimit' in direct.headers);
    }
    assert.equal(statusOfCache(await all.cached(`${app}/version`)), 'HIT');
  });

  /** Requests for which another answer than the public one is conceivable. */
  function unusual(): (Ask & { path?: string })[] {
    const headers = [{ Authorization: 'Bearer x' }, { 'X-Api-Key': '0' }, { 'X-Project-ID': '0' }, { Cookie: 'a=b' }];
    const queries = ['?', '?utm=1', '?platform=web', '?platform[]=ios', '?platform=ios&platform=ios&a=1', '?currentVersion=dev'];
    const tooLong = `?currentVersion=1.${'1'.repeat(64)}`;
    const paths = [`/api/v1/apps/${slug.replace('a', '%61')}`, `/api/v1//apps/${slug}`, `/api/v1/apps/x/../${slug}`, `${app}/`];
    return [
      ...headers.map((some) => ({ headers: some })),
      ...['POST', 'OPTIONS', 'DELETE'].map((method) => ({ method })),
      ...[...queries, tooLong].map((query) => ({ path: `${app}/version${query}` })),
      ...[...paths, app.toUpperCase(), '/api/v1/posts', '/api/v1/admin/apps', '/healthz'].map((path) => ({ path })),
    ];
  }

  it('gives each caller of one address their own answer', async () => {
    const list = (apiKey: string): Promise<Answer> => all.cached('/api/v1/admin/apps', { headers: { 'X-Api-Key': apiKey } });
    assert.equal((await list(all.server.apiKey)).status, 200);
    assert.equal((await list('wrong')).status, 401);
    assert.equal((await list(all.server.apiKey)).status, 200);
  });

  it('shares neither request ids nor rate limits of others', async () => {
    const ask = (id: string): Promise<Answer> => all.cached(app, { headers: { 'X-Request-Id': id } });
    const answers = [await all.cached(app), await all.cached(app), await ask('mine-1'), await ask('not valid')];
    const ids = answers.map(({ headers }) => String(headers['x-request-id']));
    assert.equal(new Set(ids).size, 4);
    assert.equal(ids[2], 'mine-1');
    for (const { headers } of answers) for (const name of OF_ONE_CLIENT) assert.equal(headers[name], undefined, name);
    // nginx logs a request after it has sent the answer.
    await until(() => {
      const logged = all.nginx.log().map((line) => line.split(' ')[1]);
      return ids.every((id) => logged.includes(id));
    });
  });

  it('counts misses against the address that caused them', async () => {
    const limited = await startCachedServer({ RATE_LIMIT_EVALUATE_ADDRESS: '3/60' });
    const read = (version: number, localAddress: string): Promise<Answer> =>
      ask(limited.nginx.url, `/api/v1/apps/shop?currentVersion=${version}`, { agent: new http.Agent({ localAddress }) });
    try {
      await registerApp(limited.server, { slug: 'shop' });
      for (const version of [1, 2, 3]) assert.equal((await read(version, '127.0.0.2')).status, 200);
      for (let count = 0; count < 5; count += 1) assert.equal((await read(1, '127.0.0.2')).status, 200);
      const refused = await read(4, '127.0.0.2');
      assert.equal(refusal(refused), '429 throttled');
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.equal((await read(4, '127.0.0.3')).status, 200);
      assert.equal(statusOfCache(await read(4, '127.0.0.2')), 'HIT');
    } finally {
      await limited.close();
    }
  });

  it('stores no error, so new apps are found', async () => {
    assert.deepEqual(await twice('/api/v1/apps/new-app/features'), ['MISS', 'MISS']);
    assert.equal(refusal(await all.cached('/api/v1/apps/new-app/features')), '404 app_not_found');
    await registerApp(all.server, { slug: 'new-app' });
    assert.equal((await all.cached('/api/v1/apps/new-app/features')).status, 200);
    assert.equal(refusal(await all.cached(`${app}/version?currentVersion=1.2.3.4.5`)), '400 validation_error');
  });

  it('sends none of the headers that a client invents', async () => {
    const invented = { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Host': 'evil', 'X-HTTP-Method-Override': 'PUT', Range: 'bytes=0-1' };
    const before = all.relay.connections();
    for (let version = 1; version <= 20; version += 1) {
      await all.cached(`${app}?currentVersion=${version}`, { headers: { ...invented, 'Accept-Language': 'ar', Accept: 'text/html' } });
      const received = all.relay.received.at(-1) ?? {};
      assert.deepEqual(Object.keys(received).toSorted(), ['host', 'x-forwarded-for', 'x-request-id']);
      assert.deepEqual([received.host, received['x-forwarded-for']], ['api.example.com', '6.6.6.6, 127.0.0.1']);
    }
    assert.ok(all.relay.connections() - before <= 1, 'the connection is kept');
  });
});

/** The headers that every client gets. A 304 or HEAD need not have those of the body. */
function shared({ status, headers }: Answer): unknown[] {
  const names = Object.keys(headers).filter((name) => ![...OF_ONE_HOP, ...OF_ONE_CLIENT].includes(name));
  return [status, ...names.toSorted().map((name) => `${name}: ${String(headers[name])}`)];
}

function withoutTime({ text }: Answer): string {
  return text.replace(/"serverTime":"[^"]+"/, '');
}
