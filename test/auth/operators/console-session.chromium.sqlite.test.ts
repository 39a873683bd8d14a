import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { temporaryFolder } from '../../support/engine.ts';
import { servePage, startBrowser } from '../../support/programs/browser.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { PASSWORD } from '../support.ts';
import { REFRESH, SESSION } from './console-support.ts';
import { newOperator } from './operator-support.ts';

/** The status of an answer to the page, or the error of its `fetch`. */
function send(page: Page, url: string, init: RequestInit): Promise<number | string> {
  return page.evaluate(async ([address, options]) => fetch(address, options).then(({ status }) => status, String), [url, init] as const);
}

function json(method: string, body: object = {}): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

describe('the session of the console in Chromium', () => {
  let browser: Browser;
  let server: TestServer;
  let other: Awaited<ReturnType<typeof servePage>>;
  let context: BrowserContext;
  let username: string;

  before(async () => {
    const consoleFolder = await temporaryFolder();
    await mkdir(`${consoleFolder}/assets`);
    await writeFile(`${consoleFolder}/index.html`, '<!doctype html><title>Console</title>');
    [browser, other, server] = await Promise.all([startBrowser(), servePage(), startServer({ consoleFolder })]);
    ({ username } = await newOperator(server));
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
  after(async () => {
    await browser.close();
    await Promise.all([server.close(), other.close()]);
  });

  /** A page of the server on which an operator has signed in. */
  async function signedIn(host: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`http://${host}:${new URL(server.url).port}/console/`);
    assert.equal(await send(page, SESSION, json('POST', { username, password: PASSWORD })), 200);
    return page;
  }

  for (const host of ['127.0.0.1', 'localhost'])
    it(`lasts over page loads on ${host}, hidden from scripts`, async () => {
      const page = await signedIn(host);
      for (let loads = 0; loads < 3; loads += 1) {
        await page.reload();
        assert.equal(await send(page, REFRESH, json('POST')), 200);
      }
      assert.equal(await page.evaluate('document.cookie'), '');
      const [me] = await Promise.all([page.waitForRequest('**/me'), send(page, '/api/v1/auth/auth/me', {})]);
      assert.equal((await me.allHeaders())['cookie'], undefined);
      assert.equal(await send(page, SESSION, { method: 'DELETE' }), 204);
      assert.equal(await send(page, REFRESH, json('POST')), 401);
    });

  it('does not answer other pages of the same host', async () => {
    const page = await signedIn('127.0.0.1');
    const foreign = await context.newPage();
    // another port is another origin of the same site: the browser sends it the cookies
    await foreign.goto(other.origin);
    const simple: RequestInit = { method: 'POST', mode: 'no-cors', body: '{}' };
    for (const [path, init] of [
      [SESSION, simple],
      [REFRESH, simple],
      [REFRESH, json('POST')],
      [SESSION, { method: 'DELETE' }],
    ] as const)
      assert.equal(await send(foreign, server.url + path, { ...init, credentials: 'include' }), 'TypeError: Failed to fetch');
    const address = server.url + REFRESH;
    await foreign.setContent(`<form method="post" enctype="text/plain" action="${address}"><button>Win a prize</button></form>`);
    const [form] = await Promise.all([foreign.waitForResponse(address), foreign.click('button')]);
    assert.match((await form.request().allHeaders())['cookie'] ?? '', /diwan_console=do_/);
    assert.equal(form.status(), 403);
    assert.equal(await send(page, REFRESH, json('POST')), 200);
  });
});
