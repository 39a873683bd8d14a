import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { login, newPhone, PASSWORD, type RegisteredUser, register } from '../../auth/support.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, DEMO_PROJECT, heading, LANGUAGES, type OpenedPage } from '../support.ts';

const WRONG = 'incorrect horse battery';
const REASON = 'Sold the account at the market';

describe('users on the console', () => {
  let test: ConsoleTest;
  let providers: FakeProviders;

  before(async () => {
    providers = await startFakeProviders();
    test = await ConsoleTest.start({ env: providers.env });
  });
  afterEach(() => test.closePages());
  after(async () => {
    await test.close();
    await providers.close();
  });

  const newPerson = (firstName: string, { phone = newPhone(), ...extra }: { phone?: string; lastName?: string } = {}) =>
    register(test.server, providers, phone, { projectId: DEMO_PROJECT, password: PASSWORD, firstName, ...extra });

  const lock = async ({ phone }: RegisteredUser): Promise<void> => {
    for (let tries = 0; tries < 5; tries += 1) await login(test.server, phone, WRONG, { projectId: DEMO_PROJECT }).expect(401);
  };

  const statusOf = async (id: string): Promise<string> => {
    const headers = { 'X-Project-ID': String(DEMO_PROJECT) };
    const { body } = await authClient(test.server, { apiKey: test.server.apiKey, headers }).get(`/admin/users/${id}`).expect(200);
    return body.status;
  };

  it('finds by spoken digits and unlocks by keyboard', async () => {
    const person = await newPerson('Huda', { phone: '+966501230002', lastName: 'Q.' });
    await lock(person);
    await login(test.server, person.phone, PASSWORD, { projectId: DEMO_PROJECT }).expect(429);
    const { page, texts } = await test.openAs('staff', 'users');
    await tabTo(page, page.getByLabel(texts.users.search, { exact: true }));
    await page.keyboard.type('٠٥٠١٢٣٠٠٠٢');
    await page.keyboard.press('Enter');
    await heading(page, 'Huda Q.').waitFor();
    await tabTo(page, page.getByRole('button', { name: texts.users.access.unlock }));
    await page.keyboard.press('Enter');
    await page.getByText(texts.users.access.unlocked).waitFor();
    await page.getByText(texts.users.access.noLocks).waitFor();
    await login(test.server, person.phone, PASSWORD, { projectId: DEMO_PROJECT }).expect(200);
  });

  it('leads from the search on top to a person', async () => {
    await newPerson('Ghassan', { lastName: 'T.' });
    const { phone } = await newPerson('Lubna');
    const { page, texts } = await test.openAs('staff');
    await heading(page, texts.today.title).waitFor();
    for (const [words, name] of [['ghass', 'Ghassan T.'] as const, [phone.slice(-6), 'Lubna'] as const]) {
      await page.keyboard.press('Slash');
      await page.getByRole('combobox').pressSequentially(words);
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, name).waitFor();
    }
  });

  it('keeps search and order in the address', async () => {
    await newPerson('Wasfiya');
    await newPerson('Wasfi');
    const { page, texts } = await test.openAs('staff', 'users');
    await page.getByLabel(texts.users.search, { exact: true }).fill('wasf');
    await page.getByText(texts.users.total(2)).waitFor();
    assert.deepEqual(await names(page), ['Wasfi', 'Wasfiya']);
    await page.getByLabel(texts.users.order, { exact: true }).selectOption('createdAt-asc');
    await page.waitForURL(/q=wasf.*order=createdAt-asc|order=createdAt-asc.*q=wasf/);
    await page.reload();
    await page.getByText(texts.users.total(2)).waitFor();
    assert.deepEqual(await names(page), ['Wasfiya', 'Wasfi']);
    assert.equal(await page.getByLabel(texts.users.search, { exact: true }).inputValue(), 'wasf');
    await page.getByRole('link', { name: 'Wasfiya' }).click();
    await heading(page, 'Wasfiya').waitFor();
    await page.goBack();
    await page.getByText(texts.users.total(2)).waitFor();
  });

  it('suspends with a reason that the audit log keeps', async () => {
    const { user } = await newPerson('Jalal');
    const { page, texts } = await test.openAs('admin', `users/${user.id}`, { width: 'phone' });
    const act = texts.users.admin;
    await page.getByRole('button', { name: act.suspend, exact: true }).tap();
    const confirm = page.getByRole('button', { name: act.suspendAct });
    assert.equal(await confirm.isDisabled(), true);
    await page.getByLabel(act.reason).fill(REASON);
    await confirm.tap();
    await page.getByText(texts.users.notices.suspended).waitFor();
    assert.equal(await statusOf(user.id), 'suspended');
    const query = `subject=user:${user.id}&action=user.status_changed&projectId=${DEMO_PROJECT}`;
    const { body } = await admin(test.server).get(`/admin/audit-log?${query}`).expect(200);
    const [row] = body.data;
    assert.deepEqual([row.reason, row.actor.startsWith('operator:')], [REASON, true]);
    await page.getByRole('button', { name: act.activate, exact: true }).tap();
    await page.getByRole('button', { name: act.activateAct }).tap();
    await page.getByText(act.activated).waitFor();
    assert.equal(await statusOf(user.id), 'active');
  });

  it('changes the role of a person', async () => {
    const { user } = await newPerson('Dina');
    const { page, texts } = await test.openAs('admin', `users/${user.id}`);
    await page.getByRole('button', { name: texts.users.admin.changeRole }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.users.admin.newRole).selectOption('driver');
    await dialog.getByRole('button', { name: texts.users.admin.changeRole }).click();
    await page.getByText(texts.users.admin.roleChanged).waitFor();
    await page.locator('.title').getByText(texts.users.roles.driver).waitFor();
  });

  it('ends every session of a person', async () => {
    const { user, phone, tokens } = await newPerson('Karam');
    await login(test.server, phone, PASSWORD, { projectId: DEMO_PROJECT }).expect(200);
    const { page, texts } = await test.openAs('staff', `users/${user.id}`);
    const act = page.getByRole('button', { name: texts.users.access.endAll(2) });
    await act.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts.users.access.endAll(2) })
      .click();
    await page.getByText(texts.users.access.ended(2)).waitFor();
    await page.getByText(texts.users.access.noSessions).waitFor();
    const refresh = { refresh_token: tokens.refreshToken, projectId: DEMO_PROJECT };
    await authClient(test.server).post('/refresh', refresh).expect(401);
  });

  it('saves the export as a whole file', async () => {
    const { user, phone } = await newPerson('Munira');
    const { page, texts } = await test.openAs('admin', `users/${user.id}`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: texts.users.admin.export }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), `user-${user.id}.json`);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.equal(exported.user.phone, phone);
  });

  it('erases only after the digits of the phone', async () => {
    const { user, phone } = await newPerson('Zuhair');
    const { page, texts } = await test.openAs('admin', `users/${user.id}`);
    const act = texts.users.admin;
    await page.getByRole('button', { name: act.erase }).click();
    const confirm = page.getByRole('button', { name: act.eraseAct });
    await page.getByLabel(act.reason).fill(REASON);
    const digits = phone.slice(-4);
    const word = page.getByLabel(texts.common.typeToConfirm(digits));
    await word.fill('9999');
    assert.equal(await confirm.isDisabled(), true);
    // as an Arabic keyboard types them
    await word.fill(digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))));
    await confirm.click();
    await heading(page, texts.common.erasedUser).waitFor();
    assert.equal(await page.getByRole('button', { name: act.erase }).count(), 0);
    assert.equal(await statusOf(user.id), 'deleted');
  });

  it('shows staff no acts of admins', async () => {
    const { user } = await newPerson('Yara');
    const { page, texts } = await test.openAs('staff', `users/${user.id}`);
    await page.getByRole('button', { name: texts.users.access.endAll(1) }).waitFor();
    assert.equal(await page.getByText(texts.users.admin.title).count(), 0);
    for (const name of [texts.users.admin.suspend, texts.users.admin.export, texts.users.admin.erase])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0);
  });

  it('shows whether a code arrived', async () => {
    const { user } = await newPerson('Faten');
    const { page, texts } = await test.openAs('staff', `users/${user.id}`);
    const row = page.getByRole('row', { name: texts.users.codes.purposes.register });
    await row.getByText(texts.users.codes.outcomes.used).waitFor();
    await row.getByText(texts.users.codes.by(texts.users.codes.channels.whatsapp)).waitFor();
  });

  for (const language of LANGUAGES)
    it(`looks right in every state in ${language}`, async () => {
      const person = await newPerson(language === 'ar' ? 'عبد الرحمن بن عبد العزيز' : 'Maximiliana', { lastName: 'آل المكتوم الطويل' });
      await lock(person);
      const opened = await test.openAs('admin', 'users', { language });
      const { page, texts } = opened;
      await page.getByRole('table').waitFor();
      await checkLook(opened, 'users');
      await page.getByLabel(texts.users.search, { exact: true }).fill('99999999');
      await page.getByText(texts.users.notFoundHint).waitFor();
      await checkLook(opened, 'users-none');
      await lookAtPerson(opened, person);
      await page.goto(`${test.server.url}/console/users/00000000-0000-4000-8000-000000000000`);
      await heading(page, texts.users.unknown).waitFor();
      await checkLook(opened, 'user-unknown');
    });

  const lookAtPerson = async (opened: OpenedPage, { user }: RegisteredUser): Promise<void> => {
    const { page, texts } = opened;
    await page.goto(`${test.server.url}/console/users/${user.id}`);
    await page.getByText(texts.users.notices.locked).waitFor();
    await page.getByText(texts.users.wrote.noReviews).waitFor();
    await checkLook(opened, 'user');
    await page.getByRole('button', { name: texts.users.admin.erase }).click();
    await page.getByRole('dialog').waitFor();
    await checkLook(opened, 'user-erase');
  };
});

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('60 times Tab do not lead there');
}

/** The names in the list, from above. */
function names(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').getByRole('link').allTextContents();
}
