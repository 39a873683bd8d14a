import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, heading, LANGUAGES } from '../support.ts';
import { breakRequest, NEWEST, newApp, SHOP } from './support.ts';

interface Published {
  readonly versionName: string;
  readonly rolloutPercent: number;
  readonly notes: object;
  readonly steps: readonly { readonly percent: number }[];
}

describe('releases and their history in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  for (const language of LANGUAGES)
    it(`shows the releases and one of them in ${language}`, async () => {
      const opened = await test.openAs('admin', `apps/${SHOP}/releases`, { language });
      const { page, texts } = opened;
      await heading(page, texts.releases.title).waitFor();
      await page.getByRole('link', { name: NEWEST }).waitFor();
      await checkLook(opened, 'releases');
      await page.getByRole('link', { name: NEWEST }).click();
      await heading(page, NEWEST).waitFor();
      await page.getByText('يجد البحث الكلمات بأي إملاء.').waitFor();
      await checkLook(opened, 'release');
      await page.getByRole('button', { name: texts.releases.edit }).click();
      await checkLook(opened, 'release-form');
    });

  it('publishes a release after its faults and dry run', async () => {
    const opened = await test.openAs('admin', `apps/${SHOP}/releases`);
    const { page, texts } = opened;
    await page.getByRole('button', { name: texts.releases.publish }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.releases.fields.versionName).fill('2.5.0');
    await dialog.getByLabel(texts.releases.fields.versionCode, { exact: true }).fill('many');
    await dialog.getByLabel(texts.releases.notesAr).fill('سلة أسرع.');
    await dialog.getByLabel(texts.releases.percent).fill('5');
    await dialog.getByRole('button', { name: texts.releases.tryFirst }).click();
    await dialog.locator('.fault').first().waitFor();
    await checkLook(opened, 'publish-faults');
    await dialog.getByLabel(texts.releases.fields.versionCode, { exact: true }).fill('26');
    await dialog.getByRole('button', { name: texts.releases.tryFirst }).click();
    await dialog.getByText(texts.reach.kinds.release.gains).waitFor();
    await checkLook(opened, 'publish-effect');
    assert.equal((await newest()).versionName, NEWEST);
    await dialog.getByRole('button', { name: texts.releases.publishAct('2.5.0') }).click();
    await page.getByText(texts.releases.publishedToast('2.5.0')).waitFor();
    const { versionName, rolloutPercent, notes } = await newest();
    assert.deepEqual(
      { versionName, rolloutPercent, notes },
      { versionName: '2.5.0', rolloutPercent: 5, notes: { en: null, ar: 'سلة أسرع.' } },
    );
  });

  it('asks for the slug where a release locks users out', async () => {
    const { page, texts } = await test.openAs('admin', `apps/${SHOP}/releases`);
    await page.getByRole('button', { name: texts.releases.publish }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.releases.fields.versionName).fill('3.0.0');
    await dialog.getByLabel(texts.releases.fields.versionCode, { exact: true }).fill('30');
    await dialog.getByLabel(texts.releases.fields.minVersion).fill('2.3.0');
    await dialog.getByRole('button', { name: texts.releases.tryFirst }).click();
    const button = dialog.getByRole('button', { name: texts.releases.publishAct('3.0.0') });
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).waitFor();
    assert.equal(await button.isDisabled(), true);
    await dialog.getByRole('button', { name: texts.common.cancel }).click();
    assert.equal(await dialog.getByLabel(texts.releases.fields.minVersion).inputValue(), '2.3.0');
    await dialog.getByLabel(texts.releases.fields.minVersion).fill('');
    await dialog.getByRole('button', { name: texts.releases.tryFirst }).click();
    await dialog.getByText(texts.reach.kinds.release.gains).waitFor();
    assert.equal(await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).count(), 0);
  });

  it('widens a rollout by keyboard once the slug is typed', async () => {
    const release = await published('2.6.0', 40, { rolloutPercent: 10 });
    const { page, texts } = await test.openAs('admin', `apps/${SHOP}/releases/${release.id}`);
    await page.getByRole('button', { name: texts.releases.rolloutAct }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.releases.percent).fill('50');
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).fill(SHOP);
    await dialog.getByText(texts.reach.kinds.release.gains).waitFor();
    const button = dialog.getByRole('button', { name: texts.releases.rolloutAct });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByText(texts.releases.rolloutChanged('2.6.0')).waitFor();
    await page.getByText(texts.releases.offered('50%')).waitFor();
  });

  it('publishes in typed steps after a fault', async () => {
    const opened = await test.openAs('admin', `apps/${SHOP}/releases`, { language: 'ar' });
    const { page, texts } = opened;
    const { releases } = texts;
    await page.getByRole('button', { name: releases.publish }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(releases.fields.versionName).fill('2.6.2');
    await dialog.getByLabel(releases.fields.versionCode, { exact: true }).fill('41');
    await dialog.getByLabel(releases.rolloutHow).selectOption({ label: releases.byOwnSteps });
    await dialog.getByRole('button', { name: releases.removeStep(3) }).click();
    await dialog.getByLabel(releases.stepPercent(2)).fill('5');
    await dialog.getByRole('button', { name: releases.tryFirst }).click();
    await dialog.locator('.fault').getByText('must be at least 10').waitFor();
    await checkLook(opened, 'publish-steps');
    await dialog.getByLabel(releases.stepPercent(2)).fill('60');
    await dialog.getByRole('button', { name: releases.tryFirst }).click();
    await dialog.getByRole('button', { name: releases.publishAct('2.6.2') }).click();
    await page.getByText(releases.publishedToast('2.6.2')).waitFor();
    assert.deepEqual(percentsOf(await newest()), [10, 60]);
  });

  it('changes the steps that a rollout has', async () => {
    const steps = [20, 70].map((percent, day) => ({ percent, at: new Date(Date.now() + day * 86_400_000).toISOString() }));
    const release = await published('2.6.5', 45, { rolloutPercent: 5, steps });
    const opened = await test.openAs('admin', `apps/${SHOP}/releases/${release.id}`);
    const { page, texts } = opened;
    const { releases } = texts;
    await page.getByRole('button', { name: releases.rolloutAct }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(releases.rolloutHow).selectOption({ label: releases.byOwnSteps });
    assert.equal(await dialog.getByLabel(releases.stepPercent(2)).inputValue(), '70');
    await dialog.getByRole('button', { name: releases.addStep }).click();
    await dialog.getByLabel(releases.stepAt(3)).fill('2030-01-31T20:00');
    await dialog.getByLabel(texts.common.typeToConfirm(SHOP)).fill(SHOP);
    await dialog.getByText(texts.reach.kinds.release.gains).waitFor();
    await dialog.getByRole('button', { name: releases.rolloutAct }).click();
    await page.getByText(releases.rolloutChanged('2.6.5')).waitFor();
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/versions/${release.id}`).expect(200);
    assert.deepEqual(percentsOf(body), [20, 70, 100]);
  });

  it('shows a change of another person before it saves', async () => {
    const release = await published('2.7.0', 50, {});
    const { page, texts } = await test.openAs('admin', `apps/${SHOP}/releases/${release.id}`);
    await page.getByRole('button', { name: texts.releases.edit }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.releases.notesEn).fill('Mine.');
    await admin(test.server).put(`/admin/apps/${SHOP}/versions/${release.id}`, { minOsVersion: '9' }).expect(200);
    await dialog.getByRole('button', { name: texts.releases.tryFirst }).click();
    await dialog.getByRole('button', { name: texts.releases.editAct('2.7.0') }).click();
    await dialog.getByText(texts.apps.changedSince).waitFor();
    await dialog.getByText(texts.history.fields['minOsVersion'] ?? '').waitFor();
    await dialog.getByRole('button', { name: texts.apps.keepMine }).click();
    await dialog.getByRole('button', { name: texts.releases.editAct('2.7.0') }).click();
    await page.getByText(texts.releases.edited('2.7.0')).waitFor();
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/versions/${release.id}`).expect(200);
    assert.deepEqual([body.notes.en, body.minOsVersion], ['Mine.', '9']);
  });

  it('undoes a change from the history after its dry run', async () => {
    const release = await published('2.8.0', 60, { rolloutPercent: 20 });
    await admin(test.server).post(`/admin/apps/${SHOP}/versions/${release.id}/rollout`, { percent: 80 }).expect(200);
    const opened = await test.openAs('admin', `apps/${SHOP}/history?subject=version%3A${release.id}`);
    const { page, texts } = opened;
    const row = page.getByRole('listitem').filter({ hasText: texts.history.actions['version.rollout_changed'] ?? '' });
    await row.getByText('80').waitFor();
    await checkLook(opened, 'history');
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.history.reason).fill('Too early');
    await dialog.getByText('20').first().waitFor();
    await dialog.getByRole('button', { name: texts.history.undoAct }).click();
    await page.getByText('“Too early”').waitFor();
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/versions/${release.id}`).expect(200);
    assert.equal(body.rolloutPercent, 20);
  });

  it('says why a change that is followed by another stays', async () => {
    const release = await published('2.9.0', 70, {});
    const opened = await test.openAs('admin', `apps/${SHOP}/releases/${release.id}`, { language: 'ar' });
    const { page, texts } = opened;
    await page.getByRole('button', { name: texts.releases.haltAct('2.9.0') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: texts.releases.haltAct('2.9.0') }).click();
    await page.getByRole('button', { name: texts.common.undo, exact: true }).waitFor();
    await admin(test.server).post(`/admin/apps/${SHOP}/versions/${release.id}/resume`).expect(200);
    await page.locator('.toast').getByRole('button', { name: texts.common.undo, exact: true }).click();
    await dialog.getByText(texts.common.problems.changedSince).waitFor();
    assert.equal(await dialog.getByRole('button', { name: texts.history.undoAct }).isDisabled(), true);
    await checkLook(opened, 'undo-refused');
  });

  it('shows empty lists, a missing release and errors', async () => {
    await newApp(test, 'empty-app', 'Empty');
    const opened = await test.openAs('staff', 'apps/empty-app/releases');
    const { page, texts } = opened;
    await page.getByText(texts.releases.none).waitFor();
    assert.equal(await page.getByRole('button', { name: texts.releases.publish }).count(), 0);
    await checkLook(opened, 'releases-empty');
    await page.getByRole('link', { name: texts.history.title }).click();
    await page.getByText(texts.history.none).waitFor();
    await checkLook(opened, 'history-empty');
    await page.goto(`${test.server.url}/console/apps/${SHOP}/releases/999999`);
    await heading(page, texts.releases.missing).waitFor();
    await checkLook(opened, 'release-missing');
    await breakRequest(opened, `**/api/v1/admin/apps/${SHOP}/versions`);
    await page.goto(`${test.server.url}/console/apps/${SHOP}/releases`);
    await page.getByText('request-of-the-test').waitFor();
    await checkLook(opened, 'releases-broken');
  });

  const percentsOf = ({ steps }: Pick<Published, 'steps'>): number[] => steps.map(({ percent }) => percent);

  async function newest(): Promise<Published> {
    const { body } = await admin(test.server).get(`/admin/apps/${SHOP}/versions`).expect(200);
    return body[0];
  }

  async function published(versionName: string, versionCode: number, more: object): Promise<{ id: number }> {
    const { body } = await admin(test.server)
      .post(`/admin/apps/${SHOP}/versions`, { versionName, versionCode, ...more })
      .expect(201);
    return body;
  }
});
