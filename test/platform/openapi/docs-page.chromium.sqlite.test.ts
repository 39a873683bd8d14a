import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { complaintsOf, startBrowser } from '../../support/programs/browser.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const OPERATOR = { username: 'docs-admin', password: 'correct horse battery 7' };

/** A word in the sample of each language. */
const SAMPLES = { curl: 'curl', JavaScript: 'fetch(', Swift: 'URLRequest', Kotlin: 'OkHttpClient', Dart: 'http.get' };

/** Left and top of the columns of the first pair. */
const COLUMNS = `[...document.querySelector('.pair').children].map((column) => {
  const { left, top } = column.getBoundingClientRect();
  return { left, top };
})`;

interface Place {
  readonly left: number;
  readonly top: number;
}

const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';

describe('the docs pages in Chromium', () => {
  let browser: Browser;
  let server: TestServer;
  let page: Page;
  let complaints: readonly string[];

  before(async () => {
    const env = { ADMIN_USERNAME: OPERATOR.username, ADMIN_PASSWORD: OPERATOR.password };
    [browser, server] = await Promise.all([startBrowser(), startServer({ env })]);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  async function openReference(options: BrowserContextOptions): Promise<void> {
    const context = await browser.newContext(options);
    page = await context.newPage();
    complaints = complaintsOf(page);
    // a page that needs another host would not work offline
    await page.route(
      ({ origin }) => origin !== server.url,
      (route) => route.abort(),
    );
    await page.goto(`${server.url}/docs`);
    await page.getByRole('heading', { name: 'Diwan API' }).waitFor();
  }

  describe('on a wide screen', () => {
    before(() => openReference({ viewport: { width: 1280, height: 900 } }));
    after(() => page.context().close());
    afterEach(() => assert.deepEqual(complaints, []));

    async function signIn(password: string): Promise<void> {
      await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Username').fill(OPERATOR.username);
      await form.getByLabel('Password').fill(password);
      await form.getByRole('button', { name: 'Sign in', exact: true }).click();
    }

    /** Finds an endpoint by the words that a reader types. */
    async function search(words: string, address: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await page.getByRole('option', { name: address }).first().click();
    }

    async function send(address: string): Promise<void> {
      await page.locator(`section[id$="GET${address}"]`).getByRole('button', { name: 'Test Request' }).click();
      await page.locator('[data-addressbar-action=send]:visible').click();
      await page.getByText('200 OK').waitFor();
      await page.keyboard.press('Escape');
    }

    it('lists closed groups and names this server', async () => {
      assert.ok((await page.locator('.t-doc__sidebar a[href^="#tag/"]').count()) > 8);
      assert.equal(await page.locator('.t-doc__sidebar a[href*="/api/v1/"]').count(), 0);
      await page.getByText(server.url, { exact: true }).first().waitFor();
    });

    it('answers the first request that a reader sends', async () => {
      await page.getByRole('link', { name: 'GET /healthz', exact: true }).click();
      await send('/healthz');
    });

    it('shows samples in five languages', async () => {
      for (const [language, word] of Object.entries(SAMPLES)) {
        await page.getByLabel('Language of the samples').selectOption(language);
        await page.locator('section[id$="GET/healthz"] pre').filter({ hasText: word }).first().waitFor();
      }
    });

    it('sends the token of the operator who signed in', async () => {
      await signIn(OPERATOR.password);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await search('reviews for moderation', '/api/v1/admin/reviews');
      await send('/api/v1/admin/reviews');
    });

    it('stays signed in when the page is loaded again', async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    });

    it('shows why a sign-in was refused', async () => {
      await signIn('wrong');
      await page.getByRole('alert').filter({ hasText: /.+/ }).waitFor();
      assert.match(complaints.join(), /^[^,]*status of 401[^,]*$/);
      complaints = [];
    });
  });

  describe('the columns of the client guide', () => {
    afterEach(async () => {
      await page.context().close();
      assert.deepEqual(complaints, []);
    });

    async function columnsAt(width: number): Promise<[Place, Place]> {
      await openReference({ viewport: { width, height: 900 } });
      await page.goto(`${server.url}/docs/guides/client-guide`);
      assert.ok((await page.locator('.pair > section:only-child, .pair > :not(section)').count()) === 0);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      return page.evaluate<[Place, Place]>(COLUMNS);
    }

    it('put both ways beside each other on a wide screen', async () => {
      const [first, second] = await columnsAt(1440);
      assert.equal(first.top, second.top);
      assert.ok(second.left > first.left + 400);
    });

    it('put them below each other on a phone', async () => {
      const [first, second] = await columnsAt(390);
      assert.equal(first.left, second.left);
      assert.ok(second.top > first.top + 100);
    });
  });

  describe('on a phone with dark colours', () => {
    before(() => openReference({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }));
    after(() => page.context().close());
    afterEach(() => assert.deepEqual(complaints, []));

    it('fits the screen and shows dark colours', async () => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
      assert.equal(await page.evaluate(BACKGROUND), 'rgb(15, 18, 20)');
      assert.ok(await page.getByRole('button', { name: 'Sign in', exact: true }).first().isVisible());
    });

    it('shows guides that fit the screen too', async () => {
      await page.getByRole('link', { name: 'Guides' }).click();
      for (const name of ['Client guide', 'Kotlin and Swift', 'Errors', 'Rate limits']) {
        await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name }).click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, name);
      }
    });

    it('changes a guide to light colours and back', async () => {
      const toggle = page.getByRole('button', { name: 'Change between light and dark' });
      await toggle.click();
      assert.equal(await page.evaluate(BACKGROUND), 'rgb(255, 255, 255)');
      await toggle.click();
      assert.equal(await page.evaluate(BACKGROUND), 'rgb(15, 18, 20)');
    });
  });
});
