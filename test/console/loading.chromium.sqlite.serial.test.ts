import assert from 'node:assert/strict';
import { until } from '../support/programs/process.ts';
import { SHOP } from './apps/support.ts';
import { ConsoleTest, checkLook, LANGUAGES, type OpenedPage } from './support.ts';

/** The greatest score of layout shifts that Web Vitals call good. */
const GOOD_SHIFT = 0.1;
/** Until the page is drawn in its present size. */
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';
const SCREENS = [
  '',
  'moderation',
  'users',
  'apps',
  `apps/${SHOP}`,
  `apps/${SHOP}/releases`,
  `apps/${SHOP}/flags`,
  `apps/${SHOP}/maintenance`,
  `apps/${SHOP}/history`,
  'roadmap',
  'changelog',
  'audit',
  'settings/project',
  'settings/operators',
  'settings/api-keys',
  'settings/test-phones',
  'settings/codes',
  'settings/account',
];

describe('the screens of the console while they load', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  for (const language of LANGUAGES)
    it(`show the places of what is to come in ${language}`, async () => {
      const opened = await test.openAs('admin', '', { language });
      for (const screen of SCREENS) {
        const release = await holdAnswers(opened);
        await opened.page.goto(`${test.server.url}/console/${screen}`);
        await opened.page.locator('[aria-busy="true"]').first().waitFor();
        await checkLook(opened, `loading-${screen.replaceAll('/', '-')}`);
        await watchShifts(opened);
        await release();
        const shift = await shiftOf(opened);
        assert.ok(shift <= GOOD_SHIFT, `${screen}: ${shift}`);
      }
    });
});

/** Keeps the answers of the API from the page until the returned function is called; the session is answered. */
async function holdAnswers({ page }: OpenedPage): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await released;
    await route.fallback();
  });
  return async () => {
    release();
    await page.unroute('**/api/**');
  };
}

/** Adds up how far the page jumps from now on. */
async function watchShifts({ page }: OpenedPage): Promise<void> {
  await page.evaluate(TWO_FRAMES);
  await page.evaluate(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift' });
  `);
}

/** The score of all jumps until everything is shown, as Chromium measures it. */
async function shiftOf({ page }: OpenedPage): Promise<number> {
  await until(async () => (await page.locator('[aria-busy="true"]').count()) === 0);
  await page.evaluate(TWO_FRAMES);
  return page.evaluate<number>('globalThis.shift');
}
