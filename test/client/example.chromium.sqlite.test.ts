import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { startBrowser } from '../support/programs/browser.ts';
import { until } from '../support/programs/process.ts';
import { admin } from '../support/requests/client.ts';
import { addFlag, type FaultyServer, startFaultyServer } from './support.ts';

const CLIENT = path.join(import.meta.dirname, '../../client');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** Serves the folder of the client on another origin than the server. */
async function serveClient(): Promise<Server> {
  const server = createServer((req, res) => {
    const file = path.join(CLIENT, (req.url ?? '/').split('?')[0] ?? '');
    if (!existsSync(file)) return void res.writeHead(404).end();
    res.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'text/plain');
    createReadStream(file).pipe(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.unref();
}

describe('the example of a web page', () => {
  let browser: Browser;
  let place: FaultyServer;
  let files: Server;
  let page: Page;

  before(async () => {
    execFileSync(process.execPath, [path.join(CLIENT, 'build.mjs')], { stdio: 'pipe' });
    [browser, place, files] = await Promise.all([startBrowser(), startFaultyServer(), serveClient()]);
    await addFlag(place, { flagKey: 'new_cart', isEnabled: false });
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    files.closeAllConnections();
    files.close();
    await place.close();
  });

  const shows = (id: string, text: string | RegExp) =>
    until(
      async () => new RegExp(text).test(await page.innerText(`#${id}`)),
      () => `#${id} does not show ${text}`,
      30_000,
    );
  const setFlag = (isEnabled: boolean) => admin(place.server).put(`/admin/apps/${place.app}/features/new_cart`, { isEnabled }).expect(200);

  it('starts, signs in and votes from another origin', async () => {
    const { port } = files.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/examples/web/index.html?url=${encodeURIComponent(place.url)}&app=${place.app}`);
    await shows('screen', 'ok');
    await shows('source', 'network');
    await page.fill('[name=phone]', '+15550100009');
    await page.click('[type=submit]');
    await until(() => place.count('/api/v2/auth/register-init', 200) === 1);
    await page.fill('[name=code]', '246810');
    await page.click('[type=submit]');
    await shows('user', '15550100009');
    await page.click('#vote');
    await shows('votes', '1 vote');
    assert.equal(await page.innerText('#error'), '');
  });

  it('follows a flag that changes on the server', async () => {
    await shows('flag', 'off');
    await setFlag(true);
    await shows('flag', 'on');
  });

  it('goes on offline and catches up when online again', async () => {
    await page.context().setOffline(true);
    await page.click('#vote');
    await shows('error', 'network');
    await setFlag(false);
    await page.context().setOffline(false);
    await shows('flag', 'off');
    await shows('user', '15550100009');
    place.forget();
    await page.click('#vote');
    await until(() => place.count(/\/vote$/, 200) > 0);
    assert.equal(await page.innerText('#error'), '');
  });

  it('starts from its copy while the server is away', async () => {
    place.decide(() => 'lost');
    await page.reload();
    await shows('source', 'cache');
    await shows('screen', 'ok');
    await shows('user', '15550100009');
    place.decide(() => 'pass');
    await page.evaluate('dispatchEvent(new Event("online"))');
    await shows('source', 'network');
    const opened = () => place.server.db.model(AnalyticsEvent).count({ where: { eventType: 'page_opened' } });
    await until(async () => (await opened()) === 2);
  });

  it('signs out and forgets the user', async () => {
    await page.click('#sign-out');
    await shows('user', 'no one');
    await until(() => place.count('/api/v2/auth/logout', 200) > 0);
    await page.reload();
    await shows('source', 'network');
    await shows('user', 'no one');
  });
});
