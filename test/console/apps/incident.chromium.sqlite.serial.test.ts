import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, heading, LANGUAGES, type OpenedPage } from '../support.ts';
import { breakRequest, crashingReleases, NEWEST, newApp, SHOP, SHOP_NAME } from './support.ts';

describe('an incident on a phone', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  it('halts a release within three taps, and undoes it', async () => {
    const opened = await test.openAs('admin', '', { width: 'phone' });
    const { page, texts } = opened;
    await openShop(opened);
    await page.getByRole('button', { name: texts.releases.haltAct(NEWEST) }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.reach.kinds.release.loses).waitFor();
    await checkLook(opened, 'halt');
    await dialog.getByRole('button', { name: texts.releases.haltAct(NEWEST) }).tap();
    await page.getByText(texts.releases.halted(NEWEST)).waitFor();
    assert.equal(await newestState(), 'halted');
    await page.getByRole('button', { name: texts.common.undo, exact: true }).tap();
    await dialog.getByText(texts.history.fields['rolloutState'] ?? '').waitFor();
    await checkLook(opened, 'undo');
    await dialog.getByRole('button', { name: texts.history.undoAct }).tap();
    await page.getByText(texts.history.undone).waitFor();
    assert.equal(await newestState(), 'active');
  });

  it('switches maintenance on with the slug, and ends it', async () => {
    const opened = await test.openAs('admin', '', { width: 'phone' });
    const { page, texts } = opened;
    await openShop(opened);
    await page.getByRole('link', { name: texts.maintenance.plan }).tap();
    await page.getByRole('button', { name: texts.maintenance.start }).tap();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: texts.maintenance.start });
    await dialog.getByText(texts.reach.kinds.maintenance.gains).waitFor();
    assert.equal(await button.isDisabled(), true);
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).fill(SHOP);
    await button.tap();
    await page.getByText(texts.maintenance.isOn, { exact: true }).waitFor();
    assert.equal(await isClosed(), true);
    await checkLook(opened, 'maintenance-on');
    await page.getByRole('button', { name: texts.maintenance.end }).first().tap();
    await dialog.getByText(texts.reach.kinds.maintenance.loses).waitFor();
    await dialog.getByRole('button', { name: texts.maintenance.end }).tap();
    await page.getByText(texts.maintenance.isOff, { exact: true }).waitFor();
    assert.equal(await isClosed(), false);
  });

  it('switches an app off with its slug, and undoes it', async () => {
    const opened = await test.openAs('admin', '', { width: 'phone' });
    const { page, texts } = opened;
    await openShop(opened);
    await page.getByRole('button', { name: texts.apps.more }).tap();
    await page.getByRole('menuitem', { name: texts.apps.switchOff }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).fill('another-app');
    const button = dialog.getByRole('button', { name: texts.apps.switchOff });
    // the demo's users of 30 days depend on the time of the day
    await dialog.getByText(new RegExp(texts.apps.switchOffReach(548).replace('548', '\\d+'))).waitFor();
    assert.equal(await button.isDisabled(), true);
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).fill(SHOP);
    await button.tap();
    await page.getByText(texts.apps.isOff, { exact: true }).waitFor();
    // the toast with the undo does not wait for the look at the page
    await page.getByRole('button', { name: texts.common.undo, exact: true }).tap();
    await checkLook(opened, 'app-off');
    await dialog.getByRole('button', { name: texts.history.undoAct }).tap();
    await page.getByText(texts.history.undone).waitFor();
    await page.getByText(texts.apps.isOff, { exact: true }).waitFor({ state: 'detached' });
  });

  it('switches a kill switch off after its dry run', async () => {
    const flag = { flagKey: 'payments', isEnabled: true, kind: 'killswitch' };
    await admin(test.server).post(`/admin/apps/${SHOP}/features`, flag).expect(201);
    const opened = await test.openAs('admin', `apps/${SHOP}`, { width: 'phone' });
    const { page, texts } = opened;
    await page.getByRole('button', { name: texts.flags.switchOff('payments') }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.reach.kinds.flag.loses, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: texts.flags.switchOff('payments') }).tap();
    await page.getByText(texts.flags.isOff('payments')).waitFor();
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/features/payments`).expect(200);
    assert.equal(body.isEnabled, false);
  });

  for (const language of LANGUAGES)
    it(`shows the apps and one of them in ${language}`, async () => {
      const opened = await test.openAs('admin', 'apps', { language });
      const { page } = opened;
      await page.getByRole('link', { name: SHOP_NAME }).waitFor();
      await checkLook(opened, 'apps');
      await page.getByRole('link', { name: SHOP_NAME }).click();
      await heading(page, SHOP_NAME).waitFor();
      await page.locator('.adoption-chart').waitFor();
      await checkLook(opened, 'app');
      await page.getByRole('button', { name: new RegExp(opened.texts.common.showAsTable) }).click();
      await page.getByRole('table', { name: opened.texts.apps.adoption }).waitFor();
      await checkLook(opened, 'app-table');
    });

  it('shows an app without anything, and errors', async () => {
    await newApp(test, 'empty-app', 'متجر فارغ');
    const opened = await test.openAs('admin', 'apps/empty-app');
    const { page, texts } = opened;
    await page.getByText(texts.apps.noRelease).waitFor();
    await page.getByText(texts.apps.adoptionNone).waitFor();
    await checkLook(opened, 'app-empty');
    await breakRequest(opened, '**/api/v1/admin/apps/empty-app/versions');
    await page.reload();
    await page.getByText('request-of-the-test').waitFor();
    await checkLook(opened, 'app-broken');
    await page.goto(`${test.server.url}/console/apps/no-such-app`);
    await heading(page, texts.apps.missing).waitFor();
    await checkLook(opened, 'app-missing');
  });

  for (const language of LANGUAGES)
    it(`marks a crash rate above the guard in ${language}`, async () => {
      const slug = `crashing-${language}`;
      await newApp(test, slug, 'Crashing');
      await crashingReleases(test, slug);
      const opened = await test.openAs('staff', `apps/${slug}`, { language });
      const { page, texts } = opened;
      const table = page.getByRole('table', { name: texts.apps.crashes });
      const textOf = (version: string) => table.getByRole('row', { name: version }).innerText();
      await table.getByRole('row', { name: '1.1.0' }).waitFor();
      assert.equal(await table.locator('.chip.danger').count(), 1);
      assert.equal(await table.getByRole('row', { name: '1.1.0' }).locator('.chip.danger').count(), 1);
      assert.ok((await textOf('1.2.0')).includes(texts.apps.tooFewUsers));
      assert.match(await textOf('1.0.0'), /12\.5/);
      await checkLook(opened, 'app-crashes');
    });

  it('offers staff no act, but all data', async () => {
    const { page, texts } = await test.openAs('staff', `apps/${SHOP}`);
    await page.getByText(NEWEST).first().waitFor();
    await page.locator('.adoption-chart').waitFor();
    assert.equal(await page.getByRole('button', { name: texts.releases.haltAct(NEWEST) }).count(), 0);
    assert.equal(await page.getByRole('button', { name: texts.apps.more }).count(), 0);
    assert.equal(await page.getByRole('link', { name: texts.maintenance.plan }).count(), 0);
  });

  it('creates an app, and shows its faults by field', async () => {
    const opened = await test.openAs('admin', 'apps');
    const { page, texts } = opened;
    await page.getByRole('button', { name: texts.apps.create }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.apps.name, { exact: true }).fill('Courier');
    await dialog.getByLabel(texts.apps.slug).fill('Not A Slug');
    await dialog.getByRole('button', { name: texts.apps.create }).click();
    await dialog.locator('.fault').first().waitFor();
    await checkLook(opened, 'app-form');
    await dialog.getByLabel(texts.apps.slug).fill('courier');
    await dialog.getByLabel(texts.apps.packageName).fill('com.example.courier');
    await dialog.getByLabel(texts.apps.packageName).press('Enter');
    await heading(page, 'Courier').waitFor();
  });

  /** Two taps from Today. */
  async function openShop({ page, texts }: OpenedPage): Promise<void> {
    await heading(page, texts.today.title).waitFor();
    await page.locator('.bottom').getByRole('link', { name: texts.shell.apps }).tap();
    await page.getByRole('link', { name: SHOP_NAME }).tap();
    await heading(page, SHOP_NAME).waitFor();
  }

  async function newestState(): Promise<string> {
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/versions`).expect(200);
    return body[0].rolloutState;
  }

  async function isClosed(): Promise<boolean> {
    const { body } = await admin(test.server).get(`/apps/${SHOP}/maintenance`).expect(200);
    return body.maintenance;
  }
});
