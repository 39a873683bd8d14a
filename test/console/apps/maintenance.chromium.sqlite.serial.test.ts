import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, LANGUAGES } from '../support.ts';
import { breakRequest, newApp, SHOP } from './support.ts';

describe('maintenance in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  for (const language of LANGUAGES)
    it(`shows the form, the phone and the history in ${language}`, async () => {
      const opened = await test.openAs('admin', `apps/${SHOP}/maintenance`, { language });
      const { page, texts } = opened;
      await page.getByText(texts.maintenance.states.ended).first().waitFor();
      await page.getByLabel(texts.maintenance.messageAr).fill('نعود بعد ساعة.');
      await page.locator('.preview').getByRole('button', { name: texts.common.languages.ar }).click();
      await page.locator('.phone').getByText('نعود بعد ساعة.').waitFor();
      await page.locator('summary').click();
      await checkLook(opened, 'maintenance');
    });

  it('schedules a window for some phones, and cancels it', async () => {
    const opened = await test.openAs('admin', `apps/${SHOP}/maintenance`);
    const { page, texts } = opened;
    await page.getByLabel(texts.maintenance.when).selectOption('later');
    await page.getByLabel(texts.maintenance.startAt, { exact: true }).fill('2031-01-05T02:00');
    await page.getByLabel(texts.maintenance.endAt, { exact: true }).fill('2031-01-05T01:00');
    await page.locator('summary').click();
    await page.getByLabel(texts.maintenance.platforms, { exact: true }).selectOption('android');
    await page.getByLabel(texts.maintenance.versions).fill('1.0.0');
    await page.getByText(texts.maintenance.versionsBad('1.0.0')).waitFor();
    await page.getByLabel(texts.maintenance.versions).fill('..2.2.0');
    await page.getByLabel(texts.maintenance.testersHow).selectOption('ids');
    await page.getByLabel(texts.maintenance.testersIdsLabel).fill('lina\nomar');
    await page.getByRole('button', { name: texts.maintenance.schedule }).click();
    await page.locator('.fault').first().waitFor();
    await checkLook(opened, 'schedule-fault');
    await page.getByLabel(texts.maintenance.endAt, { exact: true }).fill('2031-01-05T04:00');
    await page.getByRole('button', { name: texts.maintenance.schedule }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).fill(SHOP);
    await dialog.getByRole('button', { name: texts.maintenance.schedule }).click();
    await page.getByText(texts.maintenance.scheduled, { exact: true }).waitFor();
    const [window] = await windows();
    assert.deepEqual([window?.platforms, window?.versions, window?.testers], [['android'], [{ max: '2.2.0' }], { ids: ['lina', 'omar'] }]);
    const row = page.getByRole('listitem').filter({ hasText: '2031' });
    await row.waitFor();
    await checkLook(opened, 'scheduled');
    await row.getByRole('button', { name: texts.maintenance.cancel }).click();
    await dialog.getByRole('button', { name: texts.maintenance.cancel }).click();
    await page.getByText(texts.maintenance.canceled).waitFor();
    await row.waitFor({ state: 'detached' });
    // the message about the schedule may still be there, with an undo that is over
    await page.locator('.toast').filter({ hasText: texts.maintenance.canceled }).getByRole('button', { name: texts.common.undo }).click();
    await dialog.getByRole('button', { name: texts.history.undoAct }).click();
    await row.waitFor();
  });

  it('edits a scheduled window over the change of another person', async () => {
    const body = { isActive: true, startAt: '2032-01-05T02:00:00.000Z', messageEn: 'Old words.' };
    const { body: window } = await admin(test.server).put(`/admin/apps/${SHOP}/maintenance`, body).expect(200);
    const opened = await test.openAs('admin', `apps/${SHOP}/maintenance`);
    const { page, texts } = opened;
    const row = page.getByRole('listitem').filter({ hasText: 'Old words.' });
    await row.getByRole('button', { name: texts.maintenance.edit }).click();
    const dialog = page.getByRole('dialog');
    await checkLook(opened, 'edit-window');
    await dialog.getByLabel(texts.maintenance.messageEn).fill('New words.');
    await dialog.getByLabel(texts.maintenance.startAt, { exact: true }).fill('2020-01-05T02:00');
    await dialog.getByRole('button', { name: texts.maintenance.tryFirst }).click();
    await dialog.locator('.fault').first().waitFor();
    await dialog.getByLabel(texts.maintenance.startAt, { exact: true }).fill('2032-02-05T02:00');
    await admin(test.server).put(`/admin/apps/${SHOP}/maintenance/${window.id}`, { messageAr: 'كلمات أخرى.' }).expect(200);
    await dialog.getByRole('button', { name: texts.maintenance.tryFirst }).click();
    await dialog.getByRole('button', { name: texts.maintenance.editAct }).click();
    await dialog.getByText(texts.apps.changedSince).waitFor();
    await dialog.getByText('كلمات أخرى.').first().waitFor();
    await dialog.getByRole('button', { name: texts.apps.keepMine }).click();
    await dialog.getByRole('button', { name: texts.maintenance.editAct }).click();
    await page.getByText(texts.maintenance.edited).waitFor();
    const now = (await windows()).find(({ id }) => id === window.id);
    assert.deepEqual([now?.messageEn, now?.messageAr, now?.startAt.slice(0, 7)], ['New words.', 'كلمات أخرى.', '2032-02']);
  });

  it('asks for no slug where the app stays readable', async () => {
    const { page, texts } = await test.openAs('admin', `apps/${SHOP}/maintenance`, { width: 'phone' });
    await page.locator('summary').tap();
    await page.getByLabel(texts.maintenance.mode).selectOption('read_only');
    await page.getByRole('button', { name: texts.maintenance.start }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.reach.kinds.maintenance.gains).waitFor();
    assert.equal(await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).count(), 0);
    await dialog.getByRole('button', { name: texts.maintenance.start }).tap();
    await page.getByText(texts.maintenance.isReadOnly, { exact: true }).waitFor();
    await admin(test.server).put(`/admin/apps/${SHOP}/maintenance`, { isActive: false }).expect(200);
  });

  it('keeps what was typed where the network is lost', async () => {
    const opened = await test.openAs('admin', `apps/${SHOP}/maintenance`);
    const { page, texts } = opened;
    await page.getByLabel(texts.maintenance.messageEn).fill('Back at eight.');
    await page.route(`**/api/v1/admin/apps/${SHOP}/maintenance?*`, (route) => route.abort());
    await page.getByRole('button', { name: texts.maintenance.start }).click();
    await page.getByText(texts.common.problems.network).waitFor();
    assert.equal(await page.getByLabel(texts.maintenance.messageEn).inputValue(), 'Back at eight.');
    await page.unroute(`**/api/v1/admin/apps/${SHOP}/maintenance?*`);
    // the browser's own line about the request that was cut off
    clear(opened.faults);
  });

  it('shows an app without windows to staff, and errors', async () => {
    await newApp(test, 'empty-app', 'Empty');
    const opened = await test.openAs('staff', 'apps/empty-app/maintenance');
    const { page, texts } = opened;
    await page.getByText(texts.maintenance.windowsNone).waitFor();
    assert.equal(await page.getByRole('button', { name: texts.maintenance.start }).count(), 0);
    await checkLook(opened, 'maintenance-empty');
    await breakRequest(opened, '**/maintenance/history');
    await page.reload();
    await page.getByText('request-of-the-test').waitFor();
    await checkLook(opened, 'maintenance-broken');
  });

  interface Window {
    readonly id: number;
    readonly platforms: readonly string[] | null;
    readonly versions: object | null;
    readonly testers: object | null;
    readonly startAt: string;
    readonly messageEn: string | null;
    readonly messageAr: string | null;
  }

  async function windows(): Promise<Window[]> {
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/maintenance/history`).expect(200);
    return body;
  }

  function clear(faults: readonly string[]): void {
    assert.ok(
      faults.every((fault) => /ERR_FAILED/.test(fault)),
      faults.join('\n'),
    );
    (faults as string[]).length = 0;
  }
});
