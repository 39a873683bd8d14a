import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, heading, LANGUAGES, type OpenedPage, signIn } from '../support.ts';

const EMPTY_PROJECT = 12;
/** Enough for every page of these tests. */
const CALLS = 60;

describe('Today in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start({ env: { RATE_LIMIT_ADMIN: `${CALLS}/600` } });
    await admin(test.server).post('/admin/projects', { id: EMPTY_PROJECT, name: 'Empty' }).expect(201);
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  const tile = ({ page }: OpenedPage, name: string) => page.locator('.tile').filter({ hasText: name });

  for (const language of LANGUAGES)
    it(`shows what waits, for how long, in ${language}`, async () => {
      const opened = await test.openAs('staff', '', { language });
      const { page, texts } = opened;
      const reviews = tile(opened, texts.today.reviews);
      await reviews.locator('time').waitFor();
      // the demo has reviews that wait for more than a week
      assert.match(await reviews.innerText(), /25/);
      assert.match((await reviews.getAttribute('class')) ?? '', /late/);
      assert.equal(await tile(opened, texts.today.posts).locator('.age').innerText(), texts.today.nothingWaits);
      assert.equal(await page.locator('.rail .count').innerText(), '25');
      await page.locator('.chart').nth(3).waitFor();
      await checkLook(opened, 'today');
      await reviews.click();
      await heading(page, texts.moderation.title).waitFor();
      assert.match(page.url(), /moderation\?kinds=review/);
    });

  for (const language of LANGUAGES)
    it(`shows each chart as a table in ${language}`, async () => {
      const opened = await test.openAs('staff', '', { language, width: 'phone' });
      const { page, texts } = opened;
      for (const name of [texts.today.registrations, texts.today.signIns, texts.today.newReviews, texts.today.rating]) {
        await page.getByRole('button', { name: `${texts.common.showAsTable}: ${name}` }).press('Enter');
        assert.equal(await page.getByRole('table', { name }).locator('tbody tr').count(), 30);
      }
      await checkLook(opened, 'today-tables');
    });

  for (const language of LANGUAGES)
    it(`shows what is wrong and leads there in ${language}`, async () => {
      await incidents();
      const opened = await test.openAs('admin', '', { language });
      const { page, texts } = opened;
      await page.locator('.notice.danger').waitFor();
      await checkLook(opened, 'today-incidents');
      await page.getByRole('button', { name: texts.today.openMaintenance }).click();
      await page.waitForURL('**/apps/diwan-demo-shop/maintenance');
      await page.goBack();
      await page.getByRole('button', { name: texts.today.openRelease }).click();
      await page.waitForURL('**/apps/diwan-demo-driver/releases/*');
    });

  for (const language of LANGUAGES)
    it(`tells what an empty project will show in ${language}`, async () => {
      const opened = await test.open('', { language });
      const { page, texts } = opened;
      await signIn(opened, await test.newOperator('staff', EMPTY_PROJECT));
      await page.getByRole('heading', { name: texts.today.noDays }).waitFor();
      assert.equal(await page.locator('.count').count(), 0);
      await checkLook(opened, 'today-empty');
    });

  for (const language of LANGUAGES)
    it(`says what went wrong and when to retry in ${language}`, async () => {
      const operator = await test.newOperator('staff');
      const opened = await test.open('', { language });
      const { page, texts } = opened;
      await signIn(opened, operator);
      await exhaust(operator);
      await page.reload();
      const failure = page.getByRole('alert').first();
      await failure.locator('.code').waitFor();
      assert.ok(await failure.getByRole('button', { name: texts.common.tryAgain }).isDisabled());
      await checkLook(opened, 'today-error');
      await heading(page, texts.today.title).waitFor();
    });

  it('finds a person by digits and an app by keyboard', async () => {
    const opened = await test.openAs('staff', '', { language: 'ar' });
    const { page, texts } = opened;
    await heading(page, texts.today.title).waitFor();
    await page.keyboard.press('Slash');
    await page.getByRole('combobox').fill('٠١٠١');
    await page.getByRole('option', { name: '+15550100101' }).waitFor();
    await checkLook(opened, 'finder');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users/*');
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox').fill('driver');
    await page.getByRole('option', { name: 'diwan-demo-driver' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/apps/diwan-demo-driver');
  });

  it('changes language and colours at once', async () => {
    const { page, texts } = await test.openAs('staff', '', { width: 'phone' });
    await page.getByRole('button', { name: texts.shell.account }).click();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await heading(page, 'اليوم').waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await page.reload();
    await heading(page, 'اليوم').waitFor();
  });

  async function incidents(): Promise<void> {
    const { put, post, get } = admin(test.server);
    await put('/admin/apps/diwan-demo-shop/maintenance', { isActive: true, platforms: ['android'], messageEn: 'Moving.' }).expect(200);
    const { body } = await get('/admin/apps/diwan-demo-driver/versions').expect(200);
    const [{ id }] = body;
    await post(`/admin/apps/diwan-demo-driver/versions/${id}/halt`);
  }

  /** Uses up what an operator may ask in ten minutes. */
  async function exhaust({ username, password }: { readonly username: string; readonly password: string }): Promise<void> {
    const { body } = await client(test.server).post('/auth/auth/token', { username, password }).expect(200);
    const { get } = client(test.server, { token: body.access });
    for (let call = 0; call < CALLS; call += 1) if ((await get('/admin/apps')).status === 429) return;
  }
});
