import assert from 'node:assert/strict';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { admin } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, heading, LANGUAGES, type OpenedPage } from '../support.ts';

const DAY_MS = 86_400_000;
const SLUG = 'diwan-demo-shop';
const LIST = `apps/${SLUG}/flags`;

describe('the list of flags in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  const isOn = async (key: string): Promise<boolean> => {
    const { body } = await admin(test.server).get(`/admin/apps/${SLUG}/features/${key}`).expect(200);
    return body.isEnabled;
  };

  for (const language of LANGUAGES)
    it(`looks right with flags, without, and filtered in ${language}`, async () => {
      const opened = await test.openAs('admin', LIST, { language });
      const { page, texts } = opened;
      await rowsOf(opened).first().waitFor();
      await checkLook(opened, 'flags');
      await page.getByRole('searchbox', { name: texts.flags.search }).fill('zz');
      await page.getByText(texts.flags.noMatch).waitFor();
      await checkLook(opened, 'flags-no-match');
      await page.getByRole('button', { name: texts.flags.create }).click();
      await page.getByRole('dialog').waitFor();
      await checkLook(opened, 'flags-create');
    });

  it('finds flags by key or description, in the address', async () => {
    const opened = await test.openAs('admin', LIST);
    const { page, texts } = opened;
    await rowsOf(opened).first().waitFor();
    await page.getByRole('searchbox', { name: texts.flags.search }).fill('SPELLINGS');
    await page.waitForFunction('document.querySelectorAll(".flag-row").length === 1');
    assert.match(page.url(), /q=SPELLINGS/);
    await page.reload();
    await rowsOf(opened).first().waitFor();
    assert.deepEqual(await keysOf(opened), ['search_v2']);
  });

  it('shows only stale flags, and why one is', async () => {
    const opened = await test.openAs('admin', LIST);
    const { page, texts } = opened;
    const old = new Date(Date.now() - 90 * DAY_MS);
    await test.server.db.model(FeatureFlag).update({ createdAt: old, updatedAt: old }, { where: { flagKey: 'dark_mode' }, silent: true });
    await page.reload();
    await rowsOf(opened).first().waitFor();
    const { body } = await admin(test.server).get(`/admin/apps/${SLUG}/features?stale=true`).expect(200);
    const stale: string[] = body.map(({ flagKey }: { flagKey: string }) => flagKey);
    const [first = ''] = stale;
    await page.getByText(texts.flags.onlyStale(stale.length)).click();
    await page.waitForFunction(`document.querySelectorAll(".flag-row").length === ${stale.length}`);
    assert.ok(stale.length > 0);
    assert.deepEqual(await keysOf(opened), stale);
    await page.getByRole('link', { name: first, exact: true }).click();
    await heading(page, first).waitFor();
    await page.getByText(texts.flags.staleSince).waitFor();
  });

  it('switches a flag on by keyboard, and offers undo', async () => {
    const { page, texts } = await test.openAs('admin', LIST);
    const button = page.getByRole('switch', { name: 'voice_search' });
    await button.focus();
    await page.keyboard.press('Space');
    await page.getByText(texts.flags.isOn('voice_search')).waitFor();
    assert.equal(await isOn('voice_search'), true);
    await page.getByRole('button', { name: texts.common.undo }).press('Enter');
    const dialog = page.getByRole('dialog');
    // it is off until the dry run has answered
    await dialog.getByRole('button', { name: texts.history.undoAct, disabled: false }).press('Enter');
    await page.getByText(texts.history.undone).waitFor();
    assert.equal(await isOn('voice_search'), false);
  });

  it('asks by touch before people lose a flag', async () => {
    const opened = await test.openAs('admin', LIST, { width: 'phone' });
    const { page, texts } = opened;
    await page.getByText(texts.flags.on, { exact: true }).first().waitFor();
    await rowsOf(opened).filter({ hasText: 'apple_pay' }).locator('.track').tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.reach.kinds.flag.loses, { exact: true }).waitFor();
    await checkLook(opened, 'flags-switch-off');
    assert.equal(await isOn('apple_pay'), true);
    await dialog.getByRole('button', { name: texts.flags.switchOff('apple_pay') }).tap();
    await page.getByText(texts.flags.isOff('apple_pay')).waitFor();
    assert.equal(await isOn('apple_pay'), false);
  });

  it('reaches a kill switch in three taps from Today', async () => {
    await admin(test.server).post(`/admin/apps/${SLUG}/features`, { flagKey: 'pay', isEnabled: true, kind: 'killswitch' }).expect(201);
    const { page, texts } = await test.openAs('admin', '', { width: 'phone' });
    await page.getByRole('link', { name: SLUG }).tap();
    await page.getByRole('button', { name: texts.flags.switchOff('pay') }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts.flags.switchOff('pay') })
      .tap();
    await page.getByText(texts.flags.isOff('pay')).waitFor();
    assert.equal(await isOn('pay'), false);
  });

  it('shows staff the states without switches', async () => {
    const opened = await test.openAs('staff', LIST);
    const { page, texts } = opened;
    await rowsOf(opened).first().waitFor();
    assert.equal(await page.getByRole('switch').count(), 0);
    assert.equal(await page.getByRole('button', { name: texts.flags.create }).count(), 0);
  });

  it('creates a flag and opens it', async () => {
    const { page, texts } = await test.openAs('admin', LIST);
    await page.getByRole('button', { name: texts.flags.create }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.flags.key).fill('search_v2');
    await dialog.getByRole('button', { name: texts.flags.createAct }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel(texts.flags.key).fill('gift_cards');
    await page.keyboard.press('Enter');
    await heading(page, 'gift_cards').waitFor();
    assert.equal(await isOn('gift_cards'), false);
  });
});

function rowsOf({ page }: OpenedPage) {
  return page.locator('.flag-row');
}

function keysOf(opened: OpenedPage): Promise<string[]> {
  return rowsOf(opened).locator('a').allTextContents();
}
