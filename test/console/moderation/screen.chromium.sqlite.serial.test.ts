import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../support/programs/process.ts';
import { ConsoleTest, checkLook, LANGUAGES } from '../support.ts';
import { Inbox } from './inbox.ts';

const LONG = `${'A very long sentence about a delivery that took too long. '.repeat(12)}\n\nhttps://example.com/${'path/'.repeat(30)}`;
const ARABIC = 'ترك السائق الكيس عند باب آخر ولم يجب أحد على اتصالي.';

describe('the moderation screen of the console', () => {
  let console: ConsoleTest;

  before(async () => {
    console = await ConsoleTest.start();
  });
  afterEach(() => console.closePages());
  after(() => console.close());

  const reading = (page: Page, text: string) => page.locator('article.item').getByText(text, { exact: true });
  const links = (page: Page) => page.locator('.queue li a');
  /** Waits until the list has this many texts. */
  const untilListed = (page: Page, count: number) => until(async () => (await links(page).count()) === count);

  for (const language of LANGUAGES)
    it(`is good to look at and to hear in ${language}`, async () => {
      const inbox = await Inbox.create(console, { firstName: 'نورة', language: 'ar' });
      await inbox.hold('review', ARABIC, {
        title: 'خدمة سيئة',
        images: ['https://pictures.example/1.jpg', 'https://pictures.example/2.jpg'],
      });
      await inbox.hold('post', 'Pay with the balance of my sister');
      await inbox.report('comment', 'Buy followers', { times: 3 });
      await inbox.hold('review', LONG, { rating: 5 });
      const opened = await inbox.open('', { language });
      const { page, texts } = opened;
      const { moderation } = texts;
      await reading(page, ARABIC).waitFor();
      await checkLook(opened, 'moderation');
      await links(page).nth(3).click();
      await checkLook(opened, 'moderation-long');
      await links(page).nth(2).click();
      await page.keyboard.press('KeyR');
      await page.getByRole('dialog').waitFor();
      await checkLook(opened, 'moderation-reject');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+Slash');
      await page.getByRole('heading', { name: moderation.keys }).waitFor();
      await checkLook(opened, 'moderation-keys');
      await page.keyboard.press('Escape');
      await page.getByText(moderation.selectAll).click();
      await page.locator('.many').waitFor();
      await checkLook(opened, 'moderation-many');
      await page.keyboard.press('KeyA');
      await page.getByRole('heading', { name: moderation.empty }).waitFor();
      await inbox.untilWaiting([]);
      await checkLook(opened, 'moderation-empty');
      await page.getByPlaceholder(moderation.filters.words).fill('elephant');
      await page.getByRole('heading', { name: moderation.emptyFilter }).waitFor();
      await checkLook(opened, 'moderation-empty-filter');
    });

  it('shows an error with its request and goes on', async () => {
    const inbox = await Inbox.create(console);
    const { text } = await inbox.hold('comment', 'Still there.');
    const opened = await inbox.open('?kinds=comment');
    const { page, texts } = opened;
    await reading(page, text).waitFor();
    // 400 of the server itself
    await page.goto(`${console.server.url}/console/moderation?author=nobody`);
    await page.getByRole('alert').getByText(`${texts.common.requestId} `, { exact: false }).last().waitFor();
    await checkLook(opened, 'moderation-error');
    await page.getByRole('button', { name: texts.moderation.filters.drop }).click();
    await reading(page, text).waitFor();
  });

  it('is used in Arabic from end to end', async () => {
    const inbox = await Inbox.create(console, { firstName: 'نورة', language: 'ar' });
    const [first, second] = [await inbox.hold('review', ARABIC), await inbox.hold('comment', 'حدث معي أيضًا.')];
    const { page, texts } = await inbox.open('', { language: 'ar' });
    const { moderation } = texts;
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await reading(page, first.text).waitFor();
    const keyboard = await page.context().newCDPSession(page);
    /** A key of an Arabic keyboard: its place says more than its letter. */
    const press = async (code: string, text: string): Promise<void> => {
      for (const type of ['keyDown', 'keyUp'] as const) await keyboard.send('Input.dispatchKeyEvent', { type, code, key: text, text });
    };
    await press('KeyR', 'ق');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(moderation.reasons.abuse, { exact: true }).click();
    const reason = dialog.getByLabel(moderation.reasonField);
    assert.equal(await reason.inputValue(), moderation.template.ar.abuse);
    await dialog.getByText(texts.common.languages.en, { exact: true }).click();
    assert.equal(await reason.inputValue(), moderation.template.en.abuse);
    await dialog.getByText(texts.common.languages.ar, { exact: true }).click();
    await reason.fill(`${moderation.template.ar.abuse} شكرًا.`);
    await dialog.getByRole('button', { name: moderation.rejectMany(moderation.reviews(1)) }).click();
    await reading(page, second.text).waitFor();
    await press('KeyA', 'ش');
    await page.getByRole('heading', { name: moderation.empty }).waitFor();
    await inbox.untilWaiting([]);
    assert.equal(await inbox.reasonOf(first), `${moderation.template.ar.abuse} شكرًا.`);
    await press('KeyU', 'ع');
    await reading(page, second.text).waitFor();
    await inbox.untilWaiting([second.text]);
  });

  it('keeps the filter and the open text in the address', async () => {
    const inbox = await Inbox.create(console);
    const [first] = [await inbox.hold('review', 'A purple elephant.'), await inbox.hold('comment', 'A grey elephant.')];
    const reported = await inbox.report('comment', 'A rude elephant.');
    const { page, texts } = await inbox.open();
    const { filters } = texts.moderation;
    await page.getByLabel(filters.kind, { exact: true }).selectOption('comment');
    await untilListed(page, 2);
    await page.getByLabel(filters.reason, { exact: true }).selectOption('reported');
    await untilListed(page, 1);
    await reading(page, reported.text).waitFor();
    await page.getByLabel(filters.kind, { exact: true }).selectOption('');
    await page.getByLabel(filters.reason, { exact: true }).selectOption('');
    await page.getByPlaceholder(filters.words).fill('elephant purple');
    await untilListed(page, 1);
    await links(page).first().click();
    assert.equal(new URL(page.url()).search, `?q=elephant+purple&item=review-${first.id}`);
    await page.reload();
    await reading(page, first.text).waitFor();
    assert.equal(await page.getByPlaceholder(filters.words).inputValue(), 'elephant purple');
    await page.getByRole('link', { name: texts.moderation.allOfAuthor }).click();
    await untilListed(page, 3);
    await page.getByRole('button', { name: filters.dates }).click();
    await page.getByLabel(filters.from).fill('2020-01-01');
    await page.getByLabel(filters.to).fill('2020-01-02');
    await page.getByRole('heading', { name: texts.moderation.emptyFilter }).waitFor();
    await page.getByRole('button', { name: filters.clear }).click();
    await untilListed(page, 3);
    assert.equal(new URL(page.url()).search, '');
  });

  it('reads further pages and the list again by itself', async () => {
    const inbox = await Inbox.create(console);
    for (let index = 0; index < 34; index += 1) await inbox.hold('comment', `Comment ${index + 1}.`);
    const { page, texts } = await inbox.open();
    await untilListed(page, 30);
    await page.getByRole('main').getByText(texts.moderation.wait(34, false)).waitFor();
    await page.getByRole('button', { name: texts.moderation.showMore }).click();
    await untilListed(page, 34);
    await page.clock.install();
    await page.reload();
    await untilListed(page, 30);
    await inbox.decide({ kind: 'comment', id: (await inbox.first()).id, text: '' }, 'visible');
    const again = page.waitForRequest(/moderation\/queue/);
    await page.clock.fastForward(31_000);
    await again;
    await page.getByText(texts.moderation.gone).waitFor();
  });

  it('links pictures and never shows them itself', async () => {
    const inbox = await Inbox.create(console);
    await inbox.hold('review', 'See the pictures.', { images: ['https://pictures.example/1.jpg'] });
    const { page, texts } = await inbox.open();
    const link = page.getByRole('link', { name: texts.moderation.picture(1) });
    await link.waitFor();
    const [href, target, rel] = await Promise.all(['href', 'target', 'rel'].map((name) => link.getAttribute(name)));
    assert.deepEqual([href, target, rel], ['https://pictures.example/1.jpg', '_blank', 'noopener noreferrer']);
    assert.equal(await page.locator('main img').count(), 0);
  });

  it('acts once while a key is held down', async () => {
    const inbox = await Inbox.create(console);
    const [, second] = [await inbox.hold('comment', 'One.'), await inbox.hold('comment', 'Two.')];
    const { page } = await inbox.open();
    await reading(page, 'One.').waitFor();
    for (let index = 0; index < 4; index += 1) await page.keyboard.down('KeyA');
    await page.keyboard.up('KeyA');
    await reading(page, second.text).waitFor();
    await inbox.untilWaiting([second.text]);
  });
});
