import assert from 'node:assert/strict';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundleForPage, servePage, startBrowser } from '../support/programs/browser.ts';
import { until } from '../support/programs/process.ts';
import { admin } from '../support/requests/client.ts';
import { addFlag, type FaultyServer, type Seen, startFaultyServer } from './support.ts';

const REFRESH = '/api/v2/auth/refresh';
const PAST_EXPIRY_MS = 3_605_000;

describe('the client in Chromium', () => {
  let browser: Browser;
  let place: FaultyServer;
  let site: Awaited<ReturnType<typeof servePage>>;
  let script: string;
  let context: BrowserContext;

  before(async () => {
    [browser, place, site, script] = await Promise.all([
      startBrowser(),
      startFaultyServer({ RATE_LIMIT_ACCOUNT: 'off' }),
      servePage(),
      bundleForPage(path.join(import.meta.dirname, 'page.mjs')),
    ]);
    await addFlag(place, { flagKey: 'new_cart', isEnabled: true });
  });
  beforeEach(async () => {
    context = await browser.newContext();
    place.decide(() => 'pass');
  });
  afterEach(() => context.close());
  after(async () => {
    await browser.close();
    await Promise.all([place.close(), site.close()]);
  });

  async function openTab(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(site.origin);
    await page.addScriptTag({ content: script });
    return page;
  }

  const call = (page: Page, name: string, input?: unknown): Promise<unknown> =>
    page.evaluate(`diwan.${name}(${JSON.stringify(input ?? null)})`);
  const setup = () => ({ url: place.url, app: place.app });

  /** Two tabs of one user, whose access token has expired on the server. */
  async function openExpiredTabs(phone: string): Promise<readonly Page[]> {
    const first = await openTab();
    await call(first, 'start', setup());
    await call(first, 'register', phone);
    const second = await openTab();
    assert.equal(await call(second, 'start', setup()), 'signed_in');
    place.clock.advance(PAST_EXPIRY_MS);
    place.forget();
    return [first, second];
  }

  const readInAll = (tabs: readonly Page[]): Promise<unknown[]> => Promise.all(tabs.map((tab) => call(tab, 'readProfile', 20)));
  /** A page asks whether it may ask first, with OPTIONS. */
  const isRefresh = ({ method, path: asked }: Seen): boolean => method === 'POST' && asked === REFRESH;
  const refreshes = (): number => place.seen.filter(isRefresh).length;
  const ALL_ANSWERED = { faults: [], state: 'signed_in' };

  /** Delays each refresh, and counts those that are asked for while another has no answer. */
  function watchRefreshes(): () => number {
    let sideBySide = 0;
    place.decide((request) => {
      if (!isRefresh(request)) return 'pass';
      if (place.seen.some((other) => other !== request && isRefresh(other) && other.status === null)) sideBySide += 1;
      return 'late';
    });
    return () => sideBySide;
  }

  it('never refreshes side by side in two tabs', async () => {
    const tabs = await openExpiredTabs('+15550100001');
    const sideBySide = watchRefreshes();
    assert.deepEqual(await readInAll(tabs), [ALL_ANSWERED, ALL_ANSWERED]);
    assert.equal(sideBySide(), 0);
    // a tab in another process may still read the older storage after it got the lock; the server then answers the same tokens
    assert.ok(refreshes() <= 2, `${refreshes()} refreshes`);
    assert.equal(place.count(/profile/, 200), 40);
  });

  it('keeps both tabs signed in without Web Locks', async () => {
    await context.addInitScript('delete Navigator.prototype.locks');
    const tabs = await openExpiredTabs('+15550100002');
    assert.deepEqual(await Promise.all(tabs.map((tab) => tab.evaluate('"locks" in navigator'))), [false, false]);
    const sideBySide = watchRefreshes();
    assert.deepEqual(await readInAll(tabs), [ALL_ANSWERED, ALL_ANSWERED]);
    assert.deepEqual([sideBySide(), refreshes()], [1, 2]);
    place.clock.advance(PAST_EXPIRY_MS);
    assert.deepEqual(await readInAll(tabs), [ALL_ANSWERED, ALL_ANSWERED]);
  });

  it('renders again when flag, session or start changes', async () => {
    const page = await openTab();
    const shows = (id: string, text: string) =>
      until(
        async () => (await page.innerText(`#${id}`)) === text,
        () => `#${id} does not show ${text}`,
      );
    await call(page, 'render', setup());
    await shows('hooks', 'defaults false guest');
    await shows('judge', 'false ERROR');
    await call(page, 'run');
    await shows('hooks', 'network true guest');
    await shows('judge', 'true STATIC');
    await call(page, 'register', '+15550100003');
    await shows('hooks', 'network true Noura');
    await admin(place.server).put(`/admin/apps/${place.app}/features/new_cart`, { isEnabled: false }).expect(200);
    await shows('hooks', 'network false Noura');
    await shows('judge', 'false STATIC');
    await call(page, 'signOut');
    await shows('hooks', 'network false guest');
  });
});
