import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { registerApp } from '../../apps/support.ts';
import { complaintsOf, servePage, startBrowser } from '../../support/programs/browser.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The status, an exposed header and the body as the page reads them, or the error of its `fetch`. */
function send(
  page: Page,
  sent: Sent,
): Promise<{ status?: number; requestId?: string | null; etag?: string | null; body?: string; error?: string }> {
  return page.evaluate(
    async ({ url, ...options }) =>
      fetch(url, options).then(
        async (answer) => ({
          status: answer.status,
          requestId: answer.headers.get('X-Request-Id'),
          etag: answer.headers.get('ETag'),
          body: await answer.text(),
        }),
        (error: unknown) => ({ error: String(error) }),
      ),
    sent,
  );
}

const BLOCKED = { error: 'TypeError: Failed to fetch' };

describe('a page of another origin in Chromium', () => {
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof servePage>>[];
  let server: TestServer;
  let adminPage: Page;
  let page: Page;
  let slug: string;

  before(async () => {
    [browser, ...pages] = await Promise.all([startBrowser(), servePage(), servePage()]);
    const [listed, other] = pages.map(({ origin }) => origin);
    server = await startServer({ env: { CORS_ORIGINS: listed } });
    slug = await registerApp(server);
    [adminPage, page] = [await browser.newPage(), await browser.newPage()];
    await Promise.all([adminPage.goto(String(listed)), page.goto(String(other))]);
  });
  after(async () => {
    await browser.close();
    await Promise.all([server.close(), ...pages.map((each) => each.close())]);
  });

  it('reads flags and gets 304 with its validator', async () => {
    const complaints = complaintsOf(page);
    const url = `${server.url}/api/v1/apps/${slug}/features`;
    const { status, etag, requestId } = await send(page, { url });
    assert.equal(status, 200);
    assert.match(String(requestId), /^[\w-]{36}$/);
    assert.equal((await send(page, { url, headers: { 'If-None-Match': String(etag) } })).status, 304);
    assert.deepEqual(complaints, []);
  });

  it('writes a post with a token after a preflight', async () => {
    const token = phoneToken(server, { phone: '+966512345678' });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'from-a-page' };
    const body = JSON.stringify({ category: 'feature', title: 'Dark mode', description: 'Please add a dark theme to the application.' });
    const { status, body: text } = await send(page, { url: `${server.url}/api/v1/posts`, method: 'POST', headers, body });
    assert.equal(status, 201, text);
  });

  it('reads refusals and the 404 of mistyped addresses', async () => {
    const url = `${server.url}/api/v1/favorites`;
    assert.equal((await send(page, { url, headers: { Authorization: 'Bearer nonsense' } })).status, 401);
    assert.equal((await send(page, { url: `${url}/typo`, method: 'DELETE', headers: { Authorization: 'x' } })).status, 404);
  });

  it('uses administration only from a listed origin', async () => {
    const sent = { url: `${server.url}/api/v1/admin/apps`, headers: { 'X-API-Key': server.apiKey } };
    assert.equal((await send(adminPage, sent)).status, 200);
    assert.deepEqual(await send(page, sent), BLOCKED);
  });

  it('cannot read the state of the process', async () => {
    assert.deepEqual(await send(adminPage, { url: `${server.url}/metrics` }), BLOCKED);
  });
});
