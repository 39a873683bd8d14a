import assert from 'node:assert/strict';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { bundleForPage, complaintsOf, servePage, startBrowser } from '../../support/programs/browser.ts';
import { until } from '../../support/programs/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { registerApp } from '../support.ts';
import { changeFlag, createFlags, FLAGS } from './support.ts';

const FOR_A = { targeting: { rules: [{ id: 'r', when: [{ attribute: 'userId', operator: 'in', values: ['a'] }] }] } };
/** The longest pause of a stream, and time for a busy machine. */
const RETURN_MS = 20_000;
const A = { targetingKey: 'inst', userId: 'a' };
const B = { targetingKey: 'inst', userId: 'b' };

describe('OpenFeature in a page of another origin in Chromium', () => {
  let browser: Browser;
  let server: TestServer;
  let site: Awaited<ReturnType<typeof servePage>>;
  let script: string;
  let slug: string;

  before(async () => {
    [browser, server, site, script] = await Promise.all([
      startBrowser(),
      startServer(),
      servePage(),
      bundleForPage(path.join(import.meta.dirname, 'page.mjs')),
    ]);
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    await createFlags(server, slug, { beta: { sent: FOR_A }, kill: FLAGS.plain });
  });
  after(async () => {
    await browser.close();
    await Promise.all([server.close(), site.close()]);
  });

  /** A page with the client, and the statuses of its evaluations. */
  async function openPage(): Promise<{ page: Page; statuses: number[] }> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const statuses: number[] = [];
    page.on('response', (response) => void (response.request().method() === 'POST' && statuses.push(response.status())));
    await load(page);
    return { page, statuses };
  }

  async function load(page: Page): Promise<void> {
    await page.goto(site.origin);
    await page.addScriptTag({ content: script });
  }

  /** Calls a function of `page.mjs`. */
  function call(page: Page, name: string, input: unknown): Promise<unknown> {
    return page.evaluate(`flags.${name}(${JSON.stringify(input)})`);
  }

  const setup = (context: object, name = 'beta') => ({ baseUrl: `${server.url}/api/v1/apps/${slug}`, context, name });

  it('reads flags and drops them with the user', async () => {
    const { page, statuses } = await openPage();
    const complaints = complaintsOf(page);
    assert.deepEqual(await call(page, 'start', setup(A)), [true, 'TARGETING_MATCH']);
    await call(page, 'setContext', B);
    await until(async () => ((await call(page, 'read', 'beta')) as unknown[])[0] === false);
    assert.equal(statuses[0], 200);
    assert.ok(!statuses.includes(304), 'B got the flags of A');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('learns about changes from a stream, also about missed ones', async () => {
    const { page } = await openPage();
    const own = await startServer();
    const name = await registerApp(own);
    await createFlags(own, name, { kill: FLAGS.plain });
    const isOn = async () => ((await call(page, 'read', 'kill')) as unknown[])[0] === true;
    const baseUrl = `${own.url}/api/v1/apps/${name}`;
    await call(page, 'start', { baseUrl, context: A, name: 'kill', query: { stream: 'sse' } });
    await until(() => own.services.eventStreams.size === 1);
    await changeFlag(own, name, ['kill', { isEnabled: false }]);
    await until(async () => !(await isOn()));
    await own.close();
    const away = await startServer({ env: own.env });
    await changeFlag(away, name, ['kill', { isEnabled: true }]);
    await away.close();
    // the client returns after 1 to 5 s
    const again = await startServer({ env: { ...own.env, PORT: new URL(own.url).port } });
    await until(isOn, undefined, RETURN_MS);
    await page.context().close();
    await again.close();
  });

  it('shows stored flags after a restart, then checks them', async () => {
    const { page, statuses } = await openPage();
    await call(page, 'start', setup(A));
    await load(page);
    assert.deepEqual(await call(page, 'start', setup(A)), [true, 'CACHED']);
    await until(() => statuses.length === 2);
    assert.deepEqual(statuses, [200, 304]);
    await page.context().close();
  });

  it('renders the default, then the value, then a kill switch', async () => {
    const { page } = await openPage();
    await call(page, 'render', setup(A, 'kill'));
    await until(async () => (await page.innerText('body')) === 'kill true STATIC');
    await changeFlag(server, slug, ['kill', { isEnabled: false }]);
    await call(page, 'refresh', null);
    await until(async () => (await page.innerText('body')) === 'kill false STATIC');
    const rendered = (await page.evaluate('flags.rendered')) as string[];
    assert.match(String(rendered[0]), /^kill false (?:ERROR|DEFAULT)$/);
    assert.deepEqual(rendered.slice(-2), ['kill true STATIC', 'kill false STATIC']);
    await page.context().close();
  });
});
