import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { complaintsOf, servePage, startBrowser } from '../support/programs/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('a page in Chromium', () => {
  let browser: Browser;
  let server: TestServer;

  before(async () => {
    [browser, server] = await Promise.all([startBrowser(), startServer()]);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  it('shows an answer of the server without a complaint', async () => {
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    assert.equal((await page.goto(`${server.url}/readyz`))?.status(), 200);
    assert.match(await page.innerText('body'), /ok|ready/);
    assert.deepEqual(complaints, []);
    await page.close();
  });

  it('complains about a request that was blocked', async () => {
    const other = await servePage();
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    await page.goto(other.origin);
    const status = await page.evaluate(async (url) => fetch(url).then(({ status: code }) => code, String), `${server.url}/readyz`);
    assert.equal(status, 'TypeError: Failed to fetch');
    assert.match(complaints.join('\n'), /blocked by CORS policy/);
    await Promise.all([page.close(), other.close()]);
  });
});
