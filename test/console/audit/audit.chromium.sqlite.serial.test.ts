import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { admin } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, DEMO_PROJECT, heading, LANGUAGES } from '../support.ts';

describe('the audit log in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
    const api = admin(test.server);
    await api.put(`/admin/projects/${DEMO_PROJECT}`, { settings: { blockedWords: ['casino', 'رهان'], otp: { length: 8 } } }).expect(200);
    await api.put(`/admin/projects/${DEMO_PROJECT}`, { settings: { blockedWords: [] } }).expect(200);
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  for (const language of LANGUAGES)
    it(`shows acts with their differences in ${language}`, async () => {
      const opened = await test.openAs('admin', 'audit', { language });
      const { page, texts } = opened;
      await heading(page, texts.audit.title).waitFor();
      const row = page.getByRole('listitem').filter({ hasText: texts.auditActs['project.changed'] }).last();
      await row.getByText('settings.otp.length').waitFor();
      await row.getByText('casino').waitFor();
      await checkLook(opened, 'audit');
      await page.goto(`${test.server.url}/console/audit?q=nothing-has-this-word`);
      await page.getByRole('heading', { name: texts.audit.none }).waitFor();
      await checkLook(opened, 'audit-none');
    });

  it('keeps its filters in the address, by keyboard too', async () => {
    const { page, texts } = await test.openAs('admin', 'audit');
    await page.getByLabel(texts.audit.action).selectOption(texts.auditActs['project.changed']);
    await page.waitForURL(/action=project\.changed/);
    await page.getByLabel(texts.audit.words).fill('casino رهان');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=casino/);
    await page.getByLabel(texts.audit.from, { exact: true }).fill('2026-01-01');
    await page.waitForURL(/from=2026-01-01/);
    const subject = page.getByRole('link', { name: `project:${DEMO_PROJECT}` }).first();
    await subject.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/subject=project/);
    await page.reload();
    await page.getByText('casino').first().waitFor();
    assert.equal(await page.getByLabel(texts.audit.words).inputValue(), 'casino رهان');
    await page.getByRole('button', { name: texts.audit.remove(texts.audit.subject, `project:${DEMO_PROJECT}`) }).click();
    await page.waitForURL((url) => !url.search.includes('subject'));
    await page.goBack();
    await page.waitForURL(/subject=project/);
  });

  it('downloads the rows that match as CSV', async () => {
    const { page, texts } = await test.openAs('admin', 'audit?action=project.changed');
    await page.getByText('casino').first().waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: texts.audit.csv }).click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), 'audit-log.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    assert.match(lines[0] ?? '', /actor/);
    assert.equal(lines.slice(1).length, 2);
    assert.ok(lines.slice(1).every((line) => line.includes('project.changed')));
  });

  it('shows staff their own acts and owners all projects', async () => {
    const staff = await test.openAs('staff', 'audit');
    await staff.page.getByText(staff.texts.audit.ownActs).waitFor();
    await staff.page.getByRole('link', { name: staff.texts.auditActs['login.succeeded'] }).first().waitFor();
    const shown = await staff.page.getByRole('main').getByRole('list').innerText();
    assert.ok(!shown.includes('casino'));
    assert.equal(await staff.page.getByText(staff.texts.audit.allProjects).count(), 0);
    const owner = await test.openAs('owner', 'audit');
    await owner.page.getByText(owner.texts.audit.allProjects).click();
    await owner.page.waitForURL(/all=true/);
  });

  it('tells of a lost network and goes on afterwards', async () => {
    const { page, texts } = await test.openAs('admin', 'audit');
    await page.getByText('casino').first().waitFor();
    await page.context().setOffline(true);
    await page.getByLabel(texts.audit.words).fill('رهان');
    await page.keyboard.press('Enter');
    await page.getByText(texts.shell.offline).waitFor();
    await page.context().setOffline(false);
    await page.getByText('رهان').first().waitFor();
    assert.equal(await page.getByLabel(texts.audit.words).inputValue(), 'رهان');
  });
});
