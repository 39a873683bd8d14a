import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ConsoleTest, type OpenedPage } from '../support.ts';
import { Inbox, type Kind, type Waiting } from './inbox.ts';

const KINDS: readonly Kind[] = ['review', 'comment', 'post'];

describe('moderation in the console', () => {
  let console: ConsoleTest;

  before(async () => {
    console = await ConsoleTest.start();
  });
  afterEach(() => console.closePages());
  after(() => console.close());

  /** The text that is read. */
  const reading = (page: Page, text: string) => page.locator('article.item').getByText(text, { exact: true });
  const row = (page: Page, text: string) => page.locator('.queue li').filter({ hasText: text });
  const button = ({ page }: OpenedPage, name: string) => page.locator('.item').getByRole('button', { name, exact: true });

  it('decides on twenty texts by keyboard alone', async () => {
    const inbox = await Inbox.create(console);
    const all: Waiting[] = [];
    for (let index = 0; index < 20; index += 1) all.push(await inbox.hold(KINDS[index % 3]!, `Text number ${index + 1}.`));
    const opened = await inbox.open();
    const { page, texts } = opened;
    const { keyboard } = page;
    await page.getByRole('main').getByText(texts.moderation.wait(20, false)).waitFor();
    for (const [index, { kind, text }] of all.entries()) {
      await reading(page, text).waitFor();
      if (index === 9) {
        // looks ahead, comes back, and takes one decision back
        await keyboard.press('KeyJ');
        await reading(page, all[10]!.text).waitFor();
        await keyboard.press('KeyK');
        await keyboard.press('KeyA');
        await reading(page, all[10]!.text).waitFor();
        await keyboard.press('KeyU');
        await reading(page, text).waitFor();
      }
      if (kind === 'comment') await keyboard.press('KeyH');
      else if (index % 2 === 0) await keyboard.press('KeyA');
      else {
        await keyboard.press('KeyR');
        await page.getByRole('dialog').waitFor();
        await keyboard.press('ArrowRight');
        await keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await page.getByRole('heading', { name: texts.moderation.empty }).waitFor();
    await inbox.untilWaiting([]);
    for (const [index, waiting] of all.entries()) {
      const [shown, refused] = waiting.kind === 'review' ? ['approved', 'rejected'] : ['visible', 'removed'];
      const expected = waiting.kind === 'comment' ? 'hidden' : index % 2 === 0 ? shown : refused;
      assert.equal(await inbox.statusOf(waiting), expected, waiting.text);
    }
    assert.equal(await inbox.reasonOf(all[3]!), texts.moderation.template.en.abuse);
    await keyboard.press('KeyU');
    await reading(page, all[19]!.text).waitFor();
    await inbox.untilWaiting([all[19]!.text]);
  });

  it('decides by touch on a phone', async () => {
    const inbox = await Inbox.create(console);
    const [first, second] = [await inbox.hold('review', 'The bag was cold.'), await inbox.hold('comment', 'Same here.')];
    const [third, fourth] = [await inbox.hold('comment', 'Buy followers.'), await inbox.hold('post', 'Pay with points')];
    const opened = await inbox.open('', { width: 'phone' });
    const { page, texts } = opened;
    const { moderation } = texts;
    assert.equal(await page.locator('article.item').isVisible(), false);
    await row(page, first.text).getByRole('link').tap();
    await button(opened, moderation.approve).tap();
    await reading(page, second.text).waitFor();
    await button(opened, moderation.hide).tap();
    await reading(page, third.text).waitFor();
    await button(opened, texts.common.undo).tap();
    await reading(page, second.text).waitFor();
    await page.getByRole('link', { name: moderation.backToList }).tap();
    for (const { text } of [third, fourth]) await row(page, text).locator('.check').tap();
    const both = `${moderation.comments(1)} and ${moderation.posts(1)}`;
    await button(opened, `${moderation.rejectMany(both)}…`).tap();
    await page.getByRole('dialog').getByText(moderation.reasons.spam, { exact: true }).tap();
    await page.getByRole('button', { name: moderation.rejectMany(both), exact: true }).tap();
    await page.getByText(moderation.rejected(both)).first().waitFor({ state: 'attached' });
    await inbox.untilWaiting([second.text]);
    const statuses = await Promise.all([first, second, third, fourth].map((waiting) => inbox.statusOf(waiting)));
    assert.deepEqual(statuses, ['approved', 'pending', 'removed', 'removed']);
  });

  it('names another moderator who has decided already', async () => {
    const inbox = await Inbox.create(console);
    const [first, second] = [await inbox.hold('review', 'Never came.'), await inbox.hold('post', 'Night mode')];
    const [mine, theirs] = [await inbox.open(), await inbox.open()];
    await Promise.all([mine, theirs].map(({ page }) => reading(page, first.text).waitFor()));
    await theirs.page.keyboard.press('KeyA');
    await reading(theirs.page, second.text).waitFor();
    await inbox.untilWaiting([second.text]);
    await mine.page.keyboard.press('KeyR');
    await mine.page.getByRole('dialog').waitFor();
    await mine.page.keyboard.press('Enter');
    const { moderation } = mine.texts;
    const said = moderation.decidedBy(
      moderation.by(moderation.kinds.review, isolated('Noura')),
      isolated(theirs.username),
      moderation.statuses.approved,
    );
    await mine.page.getByRole('alert').filter({ hasText: said }).waitFor();
    await reading(mine.page, second.text).waitFor();
    assert.equal(await inbox.statusOf(first), 'approved');
    await mine.page.getByRole('button', { name: moderation.dismiss }).click();
    assert.equal(await mine.page.getByRole('alert').count(), 0);
  });

  it('tells that a text that is read no longer waits', async () => {
    const inbox = await Inbox.create(console);
    const [first, second] = [await inbox.hold('comment', 'Rude words.'), await inbox.hold('comment', 'Kind words.')];
    const { page, texts } = await inbox.open();
    await reading(page, first.text).waitFor();
    await inbox.decide(first, 'removed');
    await refetch(page);
    await page.getByText(texts.moderation.gone).waitFor();
    assert.equal(await reading(page, first.text).isVisible(), true);
    await page.keyboard.press('KeyA');
    await page.keyboard.press('KeyJ');
    await reading(page, second.text).waitFor();
    assert.equal(await inbox.statusOf(first), 'removed');
  });

  it('asks again when the author has changed the text', async () => {
    const inbox = await Inbox.create(console);
    const first = await inbox.hold('review', 'The food was cold.');
    const second = await inbox.hold('comment', 'It was not.');
    const { page, texts } = await inbox.open();
    await reading(page, first.text).waitFor();
    await inbox.author.put(`/reviews/${first.id}`, { comment: 'Call me at 050 123 4567.' }).expect(200);
    await inbox.decide(first, 'pending');
    await page.keyboard.press('KeyA');
    await page.getByText(texts.moderation.isNew).waitFor();
    await reading(page, 'Call me at 050 123 4567.').waitFor();
    await page.locator('.earlier', { hasText: first.text }).waitFor();
    assert.equal(await inbox.statusOf(first), 'pending');
    await page.keyboard.press('KeyA');
    await reading(page, second.text).waitFor();
    await inbox.untilWaiting([second.text]);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('changes no text under the eyes of the reader', async () => {
    const inbox = await Inbox.create(console);
    const first = await inbox.hold('comment', 'A fine day.');
    const { page, texts } = await inbox.open();
    await reading(page, first.text).waitFor();
    await inbox.author.put(`/comments/${first.id}`, { content: 'A bad day.' }).expect(200);
    await inbox.decide(first, 'pending');
    await refetch(page);
    await page.getByText(texts.moderation.changed).waitFor();
    assert.equal(await reading(page, first.text).isVisible(), true);
    await page.getByRole('button', { name: texts.moderation.showNew }).click();
    await reading(page, 'A bad day.').waitFor();
    await page.keyboard.press('KeyA');
    await inbox.untilWaiting([]);
    assert.equal(await inbox.statusOf(first), 'visible');
  });

  it('takes decisions of all kinds back in order', async () => {
    const inbox = await Inbox.create(console);
    const [held, kept, removed] = [
      await inbox.hold('post', 'Held post'),
      await inbox.report('comment', 'Reported and kept.', { times: 2 }),
      await inbox.report('review', 'Reported and removed.', { reason: 'abuse' }),
    ];
    const all = [held, kept, removed];
    const opened = await inbox.open();
    const { page, texts } = opened;
    await reading(page, held.text).waitFor();
    await page.keyboard.press('KeyH');
    await reading(page, kept.text).waitFor();
    await page.locator('article').getByText(texts.moderation.reports(2)).waitFor();
    await page.keyboard.press('KeyA');
    await reading(page, removed.text).waitFor();
    await page.keyboard.press('KeyR');
    // the reason of the reports is the template
    await page.getByRole('dialog').getByLabel(texts.moderation.reasonField).waitFor();
    assert.equal(await page.getByLabel(texts.moderation.reasonField).inputValue(), texts.moderation.template.en.abuse);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.moderation.empty }).waitFor();
    await inbox.untilWaiting([]);
    const statuses = () => Promise.all(all.map((waiting) => inbox.statusOf(waiting)));
    assert.deepEqual(await statuses(), ['hidden', 'visible', 'rejected']);
    await page.getByRole('button', { name: texts.common.undo }).click();
    await reading(page, removed.text).waitFor();
    await page.keyboard.press('KeyU');
    await reading(page, kept.text).waitFor();
    await page.keyboard.press('KeyU');
    await reading(page, held.text).waitFor();
    await inbox.untilWaiting(all.map(({ text }) => text));
    assert.deepEqual(await statuses(), ['pending', 'visible', 'approved']);
    assert.equal(await button(opened, texts.common.undo).isDisabled(), true);
  });

  it('respects that reports were dismissed meanwhile', async () => {
    const inbox = await Inbox.create(console);
    const reported = await inbox.report('post', 'A harmless idea');
    const { page, texts } = await inbox.open();
    await reading(page, reported.text).waitFor();
    await inbox.colleague.put(`/admin/reports/post/${reported.id}`, { resolution: 'dismissed' }).expect(200);
    await page.keyboard.press('KeyR');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    const { moderation } = texts;
    await page.getByText(moderation.reportsDecided(moderation.by(moderation.kinds.post, isolated('Noura')))).waitFor();
    assert.equal(await inbox.statusOf(reported), 'visible');
  });

  it('loses no decision with the network', async () => {
    const inbox = await Inbox.create(console);
    const [first, second] = [await inbox.hold('comment', 'First.'), await inbox.hold('comment', 'Second.')];
    const { page, texts } = await inbox.open();
    await reading(page, first.text).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('KeyA');
    await page.getByText(texts.common.problems.network).first().waitFor();
    await reading(page, first.text).waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press('KeyA');
    await reading(page, second.text).waitFor();
    await inbox.untilWaiting([second.text]);
  });
});

/** A name inside of a sentence, which keeps its direction. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Comes back to the tab, as the browser tells it. */
async function refetch(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
}
