import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerApp } from '../../apps/support.ts';
import { readDocument } from '../../support/documents/document.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { documentedConfig, PAGE, replaced } from '../../support/programs/nginx.ts';
import { type CachedServer, startCachedServer, statusOfCache } from '../../support/programs/nginx-cache.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import type { Answer } from '../../support/requests/wire.ts';

/**
 * The documented times are shortened: copies are fresh for 3 s, the other times are 1 s. Requests wait longer for a lock, because the
 * machine may be busy.
 */
const SHORT: Record<string, string> = {
  '"$lifetime, stale-while-revalidate=8"': '"public, max-age=3, stale-while-revalidate=1"',
  'proxy_read_timeout 2s;': 'proxy_read_timeout 1s;',
  'proxy_cache_lock_timeout 1s;': 'proxy_cache_lock_timeout 10s;',
  'proxy_cache_lock_age 1s;': 'proxy_cache_lock_age 10s;',
};
const shortened = (config: string): string => Object.entries(SHORT).reduce((text, [from, to]) => replaced(text, from, to), config);
/** The time until every process knows a change, and nginx's rounding. */
const FIXED_SECONDS = 2;
const PROMISED_MS = (3 + 1 + FIXED_SECONDS) * 1000;
/** Less than nginx waits for a silent server. */
const AT_ONCE_MS = 700;

describe('the times of docs/nginx-cache.md', () => {
  let all: CachedServer;
  let slug: string;
  let app: string;

  before(async () => {
    all = await startCachedServer({}, shortened);
  });
  beforeEach(async () => {
    slug = await registerApp(all.server);
    app = `/api/v1/apps/${slug}`;
  });
  after(() => all.close());

  const change = (of: string): Promise<unknown>[] => [
    admin(all.server).put(`/admin/apps/${of}/maintenance`, { isActive: true }).expect(200),
    admin(all.server).post(`/admin/apps/${of}/features`, { flagKey: 'new_cart', isEnabled: true }).expect(201),
    admin(all.server).post(`/admin/apps/${of}/versions`, { versionName: '2.0.0', versionCode: 20, isForce: true }).expect(201),
  ];

  it('follow from the configuration and the Cache-Control', async () => {
    const stale = Number(/stale-while-revalidate=(\d+)"/.exec(documentedConfig())?.[1]);
    const { prose } = readDocument(PAGE);
    for (const [read, name] of Object.entries({ '': '`/api/v1/apps/:slug`', '/maintenance': '`/maintenance`' })) {
      const fresh = Number(/max-age=(\d+)/.exec(String((await all.cached(app + read)).headers['cache-control']))?.[1]);
      assert.match(prose, new RegExp(`^\\| ${name},.* \\| ${fresh + stale + FIXED_SECONDS} s \\|$`, 'm'));
    }
  });

  it('hold for 200 parallel misses with one request', async () => {
    const before = all.relay.received.length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => all.cached(`${app}/bootstrap`)));
    assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
    assert.equal(all.relay.received.length, before + 1);
  });

  it('bound how long a change stays invisible', async () => {
    const [quiet, unchanged, gone] = [await registerApp(all.server), await registerApp(all.server), await registerApp(all.server)];
    const serverTime = async (): Promise<unknown> => (await all.cached(`/api/v1/apps/${unchanged}/bootstrap`)).body['serverTime'];
    const goneStatus = async (): Promise<number> => (await all.cached(`/api/v1/apps/${gone}`)).status;
    const oldTime = await serverTime();
    const paths = { '/maintenance': '"maintenance":true', '/features': 'new_cart', '/version?currentVersion=1': '"forceUpdate":true' };
    const shows = async (of: string): Promise<boolean[]> => {
      const answers = await Promise.all(Object.keys(paths).map((path) => all.cached(`/api/v1/apps/${of}${path}`)));
      return Object.values(paths).map((text, index) => answers[index]?.text.includes(text) === true);
    };
    for (const of of [slug, quiet]) assert.deepEqual(await shows(of), [false, false, false]);
    const startedAt = performance.now();
    assert.equal(await goneStatus(), 200);
    await Promise.all([...[slug, quiet].flatMap(change), admin(all.server).put(`/admin/apps/${gone}`, { isActive: false }).expect(200)]);
    assert.deepEqual(await shows(slug), [false, false, false], 'the copies are used');
    await until(async () => (await shows(slug)).every(Boolean), undefined, PROMISED_MS);
    // the first reader after a quiet time must not get an older answer than others
    await sleep(PROMISED_MS - (performance.now() - startedAt));
    assert.deepEqual(await shows(quiet), [true, true, true]);
    assert.equal(await goneStatus(), 404);
    assert.notEqual(await serverTime(), oldTime, 'an equal ETag does not keep an old copy');
  });

  it('are zero after the stored files are deleted', async () => {
    await all.cached(`${app}/features`);
    await Promise.all(change(slug));
    assert.equal((await all.cached(`${app}/features`)).text, '{}');
    for (const name of readdirSync(all.nginx.cache)) rmSync(path.join(all.nginx.cache, name), { recursive: true });
    assert.match((await all.cached(`${app}/features`)).text, /new_cart/);
    assert.equal(statusOfCache(await all.cached(`${app}/features`)), 'HIT');
  });

  it('do not bound copies while the server is down', async () => {
    const { text } = await all.cached(`${app}/bootstrap`);
    const filledAt = performance.now();
    const timed = async (): Promise<{ answer: Answer; ms: number; ageMs: number }> => {
      const [startedAt, waitedBefore] = [performance.now(), waitedMs()];
      // a new connection: nginx answers the next request on the one that began a refresh only after the refresh
      const answer = await all.cached(`${app}/bootstrap`, { agent: new http.Agent() });
      assert.deepEqual([answer.status, answer.text], [200, text]);
      return { answer, ms: waitedMs() - waitedBefore, ageMs: startedAt - filledAt };
    };
    all.relay.setMode('silent');
    let first = await timed();
    await until(async () => {
      first = await timed();
      return statusOfCache(first.answer) !== 'HIT';
    });
    assert.ok(first.ms < AT_ONCE_MS, 'a refresh delays no reader');
    await until(async () => (await timed()).ageMs > PROMISED_MS - 900);
    all.relay.setMode('failing');
    assert.equal(statusOfCache((await timed()).answer), 'STALE');
    await all.relay.stop();
    assert.equal(statusOfCache((await timed()).answer), 'STALE');
    assert.equal((await fetch(`${all.nginx.url}${app}/features`)).status, 502, 'nothing is stored');
    all.relay.setMode('pass');
    await all.relay.start();
    await Promise.all(change(slug));
    const back = await all.cached(`${app}/bootstrap`);
    assert.deepEqual([statusOfCache(back), back.text.includes('new_cart')], ['EXPIRED', true]);
  });
});
