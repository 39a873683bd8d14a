import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { ConsoleTest, checkLook, heading, LANGUAGES, type OpenedPage } from '../support.ts';

describe('the roadmap in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  const column = (page: Page, name: string): Locator => page.getByRole('region', { name });
  const titlesOf = (page: Page, name: string): Promise<string[]> => column(page, name).getByRole('heading', { level: 3 }).allInnerTexts();

  /** Opens the menu of an item and chooses an act, with keys alone. */
  async function actByKeys({ page, texts }: OpenedPage, title: string, act: string): Promise<void> {
    await page.getByRole('button', { name: texts.roadmap.actsFor(title) }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: act, exact: true }).waitFor();
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    for (let presses = 0; presses < 12 && (await focused()) !== act; presses += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), act);
    await page.keyboard.press('Enter');
  }

  async function add({ page, texts }: OpenedPage, title: string): Promise<void> {
    await page.getByRole('button', { name: texts.roadmap.add }).click();
    await page.getByRole('dialog').getByLabel(texts.roadmap.fields.title).fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await column(page, texts.roadmap.statuses.planned).getByText(title).waitFor();
  }

  it('moves items up, down and over by keyboard', async () => {
    const opened = await test.openAs('staff', 'roadmap');
    const { page, texts } = opened;
    const { planned, in_progress: inProgress } = texts.roadmap.statuses;
    await heading(page, texts.roadmap.title).waitFor();
    await add(opened, 'Pay by instalments');
    await add(opened, 'الدفع بالتقسيط عند الاستلام');
    const before = await titlesOf(page, planned);
    const [first, second] = before.slice(-2);
    assert.ok(first && second);
    await actByKeys(opened, second, texts.roadmap.up);
    await page.getByText(texts.roadmap.movedUp(second, before.length - 1)).waitFor();
    assert.deepEqual((await titlesOf(page, planned)).slice(-2), [second, first]);
    // the moved item keeps the focus, so that the next step needs no search
    await page.waitForFunction(`document.activeElement?.getAttribute('aria-label')?.includes(${JSON.stringify(second)})`);
    await actByKeys(opened, second, texts.roadmap.down);
    await page.getByText(texts.roadmap.movedUp(second, before.length)).waitFor();
    assert.deepEqual(await titlesOf(page, planned), before);
    await actByKeys(opened, first, inProgress);
    await page.getByText(texts.roadmap.movedTo(first, inProgress)).waitFor();
    assert.equal((await titlesOf(page, inProgress)).at(-1), first);
    await page.reload();
    await column(page, inProgress).getByText(first).waitFor();
  });

  it('takes a move to another column back', async () => {
    const opened = await test.openAs('admin', 'roadmap', { width: 'phone' });
    const { page, texts } = opened;
    await add(opened, 'Saved addresses');
    const before = await titlesOf(page, texts.roadmap.statuses.planned);
    await actByKeys(opened, 'Saved addresses', texts.roadmap.statuses.completed);
    await column(page, texts.roadmap.statuses.completed).getByText('Saved addresses').waitFor();
    await page.getByRole('button', { name: texts.common.undo }).click();
    await column(page, texts.roadmap.statuses.planned).getByText('Saved addresses').waitFor();
    assert.deepEqual(await titlesOf(page, texts.roadmap.statuses.planned), before);
  });

  it('changes and deletes an item after a question', async () => {
    const opened = await test.openAs('staff', 'roadmap');
    const { page, texts } = opened;
    await add(opened, 'Night delivery');
    await actByKeys(opened, 'Night delivery', texts.roadmap.edit);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.roadmap.fields.category).fill('delivery');
    await dialog.getByLabel(texts.roadmap.fields.postId).fill('999999');
    await dialog.getByRole('button', { name: texts.common.save }).click();
    // the server knows no such post, and nothing that was typed is lost
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByLabel(texts.roadmap.fields.category).inputValue(), 'delivery');
    await dialog.getByLabel(texts.roadmap.fields.postId).fill('');
    await dialog.getByRole('button', { name: texts.common.save }).click();
    await page.getByText('delivery', { exact: true }).waitFor();
    await actByKeys(opened, 'Night delivery', texts.roadmap.remove);
    await dialog.getByRole('button', { name: texts.roadmap.removeAct }).click();
    await page.getByText('Night delivery', { exact: true }).waitFor({ state: 'detached' });
  });

  for (const language of LANGUAGES)
    it(`looks right with items and a dialog in ${language}`, async () => {
      const opened = await test.openAs('staff', 'roadmap', { language });
      const { page, texts } = opened;
      await page.getByRole('heading', { level: 3 }).first().waitFor();
      await checkLook(opened, 'roadmap');
      await page.getByRole('button', { name: texts.roadmap.add }).click();
      await page.getByRole('dialog').waitFor();
      await checkLook(opened, 'roadmap-dialog');
    });
});
