import assert from 'node:assert/strict';
import { client } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, DEMO_PROJECT, heading, LANGUAGES } from '../support.ts';

const DAY_MS = 86_400_000;

describe('the changelog in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  it('schedules an entry in both languages with previews, in Arabic', async () => {
    const opened = await test.openAs('staff', 'changelog', { language: 'ar' });
    const { page, texts } = opened;
    await heading(page, texts.changelog.title).waitFor();
    await page.getByRole('button', { name: texts.changelog.add }).click();
    const part = (language: 'en' | 'ar') => page.getByRole('group', { name: texts.common.languages[language] });
    const preview = (language: 'en' | 'ar') =>
      page.getByRole('region', { name: `${texts.changelog.preview}: ${texts.common.languages[language]}` });
    await part('en').getByLabel(texts.changelog.heading).fill('Pay by instalments');
    await part('en').getByLabel(texts.changelog.text).fill('Pay in **four** parts.\n\n- no fees\n- <img src=x onerror=alert(1)>');
    await part('ar').getByLabel(texts.changelog.heading).fill('الدفع بالتقسيط');
    await part('ar').getByLabel(texts.changelog.text).fill('ادفع على **أربع** دفعات.');
    await preview('en').locator('strong', { hasText: 'four' }).waitFor();
    assert.equal(await preview('en').locator('img').count(), 0);
    assert.match(await preview('en').innerText(), /<img src=x/);
    await preview('ar').locator('strong', { hasText: 'أربع' }).waitFor();
    await page.getByLabel(texts.changelog.when).selectOption(texts.changelog.later);
    const at = new Date(Math.floor((Date.now() + 2 * DAY_MS) / 60_000) * 60_000);
    await page.getByLabel(texts.changelog.at).fill(new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16));
    await checkLook(opened, 'changelog-editor');
    await page.getByRole('button', { name: texts.changelog.schedule }).click();
    await page.getByText(texts.changelog.scheduledDone).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'الدفع بالتقسيط' });
    await row.getByText(texts.changelog.scheduled('').trim()).waitFor();
    // users do not see it before its time
    const { body } = await client(test.server, { headers: { 'X-Project-ID': String(DEMO_PROJECT) } })
      .get('/changelog?limit=100')
      .expect(200);
    assert.ok(body.data.every(({ title }: { title: string }) => title !== 'Pay by instalments'));
    await row.getByRole('button', { name: texts.changelog.editNamed('الدفع بالتقسيط') }).click();
    await page.getByLabel(texts.changelog.when).selectOption(texts.changelog.now);
    await page.getByRole('button', { name: texts.common.save }).click();
    await page.getByText(texts.changelog.saved).waitFor();
    const after = await client(test.server, { headers: { 'X-Project-ID': String(DEMO_PROJECT) } })
      .get('/changelog?limit=100')
      .expect(200);
    assert.ok(after.body.data.some(({ titleAr }: { titleAr: string | null }) => titleAr === 'الدفع بالتقسيط'));
  });

  for (const language of LANGUAGES)
    it(`shows whom an announced entry reaches, in ${language}`, async () => {
      const opened = await test.openAs('admin', 'changelog', { language });
      const { page, texts } = opened;
      const { body } = await client(test.server, { headers: { 'X-Project-ID': String(DEMO_PROJECT) } })
        .get('/posts?status=planned&limit=1')
        .expect(200);
      await page.getByRole('button', { name: texts.changelog.add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(texts.changelog.heading).first().fill(`Announced in ${language}`);
      await dialog.getByLabel(texts.changelog.text).first().fill('Text');
      await dialog.getByLabel(texts.changelog.posts).fill(String(body.data[0].id));
      await dialog.getByText(texts.changelog.reachPosts(1)).waitFor();
      await dialog.getByText(texts.changelog.announce).click();
      await dialog.getByRole('status').waitFor();
      await checkLook(opened, 'changelog-reach');
      await dialog.getByRole('button', { name: texts.changelog.publish }).click();
      await page.getByText(texts.changelog.published).waitFor();
      const list = await client(test.server, { headers: { 'X-Project-ID': String(DEMO_PROJECT) } })
        .get('/changelog?limit=1')
        .expect(200);
      assert.deepEqual([list.body.data[0].announce, list.body.data[0].linkedPostIds], [true, [body.data[0].id]]);
    });

  it('lets staff link requests but announce nothing', async () => {
    const { page, texts } = await test.openAs('staff', 'changelog');
    await page.getByRole('button', { name: texts.changelog.add }).click();
    await page.getByLabel(texts.changelog.posts).waitFor();
    assert.equal(await page.getByText(texts.changelog.announce).count(), 0);
  });

  it('keeps what was typed when the server refuses', async () => {
    const { page, texts } = await test.openAs('staff', 'changelog');
    await page.getByRole('button', { name: texts.changelog.add }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.changelog.heading).first().fill('Half an entry');
    await dialog.getByRole('button', { name: texts.changelog.publish }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    assert.equal(await dialog.getByLabel(texts.changelog.heading).first().inputValue(), 'Half an entry');
  });

  it('deletes an entry after a question that names it', async () => {
    const { page, texts } = await test.openAs('staff', 'changelog', { width: 'phone' });
    await page.getByRole('button', { name: texts.changelog.add }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.changelog.heading).first().fill('A wrong entry');
    await dialog.getByLabel(texts.changelog.text).first().fill('Nothing.');
    await dialog.getByRole('button', { name: texts.changelog.publish }).click();
    await page.getByRole('button', { name: texts.changelog.removeLabel('A wrong entry') }).click();
    await page.getByRole('heading', { name: texts.changelog.removeNamed('A wrong entry') }).waitFor();
    await dialog.getByRole('button', { name: texts.changelog.removeAct }).click();
    await page.getByText(texts.changelog.removed).waitFor();
    await page.getByRole('heading', { name: 'A wrong entry' }).waitFor({ state: 'detached' });
  });

  for (const language of LANGUAGES)
    it(`looks right with entries in ${language}`, async () => {
      const opened = await test.openAs('staff', 'changelog', { language });
      await opened.page.getByRole('heading', { level: 2 }).first().waitFor();
      await checkLook(opened, 'changelog');
    });
});
