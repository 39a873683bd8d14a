import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { admin, client } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, DEMO_PROJECT, heading, LANGUAGES, type OpenedPage, signIn } from '../support.ts';

describe('the settings in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  /** Waits for the answer of the server, so that a look is not at a skeleton. */
  async function settled({ page }: OpenedPage): Promise<void> {
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  it('changes the own password and ends a session', async () => {
    const me = await test.newOperator('staff');
    const elsewhere = await test.open();
    await signIn(elsewhere, me);
    const third = await test.open();
    await signIn(third, me);
    const opened = await test.open('settings/account');
    const { page, texts } = opened;
    await signIn(opened, me);
    const ends = page.getByRole('button', { name: /^End the session on/ });
    await ends.nth(1).waitFor();
    await ends.first().click();
    await page.getByText(texts.account.sessionEnded).waitFor();
    await page.waitForFunction(`document.querySelectorAll('.sessions .danger').length === 1`);
    const fresh = `${me.password}-and-more`;
    await page.getByLabel(texts.account.current).fill('not the password');
    await page.getByLabel(texts.account.fresh).fill(fresh);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel(texts.account.current).fill(me.password);
    await page.keyboard.press('Enter');
    await page.getByText(texts.account.passwordChanged).waitFor();
    await ends.first().waitFor({ state: 'detached' });
    const again = await test.open();
    await signIn(again, { ...me, password: fresh });
  });

  it('turns a second factor on and removes it', async () => {
    const me = await test.newOperator('admin');
    const opened = await test.open('settings/account');
    const { page, texts } = opened;
    await signIn(opened, me);
    await page.getByRole('button', { name: texts.account.setUpFactor }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.signIn.password, { exact: true }).fill(me.password);
    await dialog.getByRole('button', { name: texts.signIn.setUp.begin }).click();
    const secret = await dialog.locator('.secret .code').innerText();
    const code = (ahead: number): string => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead });
    await dialog.getByLabel(texts.signIn.setUp.code).fill(code(0));
    await dialog.getByRole('button', { name: texts.signIn.setUp.finish }).click();
    const recovery = await dialog.locator('.recovery-codes li').first().innerText();
    await dialog.getByRole('button', { name: texts.signIn.setUp.kept }).click();
    await page.getByText(texts.account.factorIsOn).waitFor();
    await page.getByRole('button', { name: texts.account.removeFactor }).click();
    await dialog.getByLabel(texts.account.current).fill(me.password);
    await dialog.getByLabel(texts.signIn.code).fill(recovery);
    await dialog.getByRole('button', { name: texts.account.removeFactor }).click();
    await page.getByText(texts.account.factorRemoved).waitFor();
    await page.getByRole('button', { name: texts.account.setUpFactor }).waitFor();
  });

  it('sends the settings that differ, and no other', async () => {
    const { page, texts } = await test.openAs('admin', 'settings/project');
    await page.getByLabel(texts.project.blockedWords).fill('casino\nرهان*');
    await page.getByLabel(texts.project.webDomain).fill('shop.example.com');
    // another admin closes the registration meanwhile
    await admin(test.server)
      .put(`/admin/projects/${DEMO_PROJECT}`, { settings: { registration: false } })
      .expect(200);
    await page.getByRole('button', { name: texts.project.save }).click();
    await page.getByText(texts.project.saved).waitFor();
    const { body } = await admin(test.server).get(`/admin/projects/${DEMO_PROJECT}`).expect(200);
    assert.deepEqual(body.settings.blockedWords, ['casino', 'رهان*']);
    assert.equal(body.settings.registration, false);
    assert.deepEqual(body.settings.otp.sms, { androidHash: null, webDomain: 'shop.example.com' });
    await page.getByLabel(texts.project.deletionDays).fill('99');
    await page.getByRole('button', { name: texts.project.save }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel(texts.project.deletionDays).inputValue(), '99');
  });

  it('sends notices to addresses, to no one and to admins', async () => {
    const { page, texts } = await test.openAs('admin', 'settings/project');
    const save = async (): Promise<unknown> => {
      await page.getByRole('button', { name: texts.project.save }).click();
      await page.getByText(texts.project.saved).last().waitFor();
      const { body } = await admin(test.server).get(`/admin/projects/${DEMO_PROJECT}`).expect(200);
      return body.settings.notices.to;
    };
    const choose = (who: 'admins' | 'addresses' | 'none') => page.getByLabel(texts.project.noticesTo).selectOption(who);
    assert.equal(await page.getByLabel(texts.project.noticesTo).inputValue(), 'admins');
    await choose('addresses');
    await page.getByLabel(texts.project.noticeAddresses).fill('duty@example.com\nno address');
    await page.getByRole('button', { name: texts.project.save }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel(texts.project.noticeAddresses).fill('duty@example.com\nLead@example.com');
    assert.deepEqual(await save(), ['duty@example.com', 'lead@example.com']);
    await page.reload();
    assert.equal(await page.getByLabel(texts.project.noticeAddresses).inputValue(), 'duty@example.com\nlead@example.com');
    await choose('none');
    assert.deepEqual(await save(), []);
    await page.reload();
    await choose('admins');
    assert.equal(await save(), null);
  });

  it('changes and switches off another operator, after a question', async () => {
    const other = await test.newOperator('staff');
    const { page, texts } = await test.openAs('admin', 'settings/operators');
    const choose = async (act: string): Promise<void> => {
      await page.getByRole('button', { name: texts.operators.actsFor(other.username) }).click();
      await page.getByRole('menuitem', { name: act }).click();
    };
    await choose(texts.operators.makeAdmin);
    await page.getByRole('dialog').getByRole('button', { name: texts.operators.makeAdmin }).click();
    const row = page.getByRole('row').filter({ hasText: other.username });
    await row.getByText(texts.operators.roles.admin).waitFor();
    await choose(texts.operators.switchOff);
    await page.getByRole('dialog').getByRole('button', { name: texts.operators.switchOff }).click();
    await row.getByText(texts.operators.inactive).waitFor();
    await choose(texts.operators.switchOn);
    await row.getByText(texts.operators.active, { exact: true }).waitFor();
    assert.equal(await page.getByText(texts.operators.makeOwner).count(), 0);
  });

  it('shows codes by country and changes their limits', async () => {
    const { codeStatistics } = test.server.services.auth;
    for (const name of ['sent', 'sent', 'used', 'refused'] as const)
      codeStatistics.count(name, { projectId: DEMO_PROJECT, phone: '+966501234567', at: new Date(), provider: 'sms' });
    const { page, texts } = await test.openAs('admin', 'settings/codes');
    const cells = page.getByRole('row', { name: /Saudi Arabia/ }).getByRole('cell');
    await cells.first().waitFor();
    assert.deepEqual(await cells.allInnerTexts(), ['2', '–', '0', '1', '1', texts.codes.tooFew]);
    await page.getByLabel(texts.codes.by).selectOption('channel');
    await page.getByRole('row', { name: /sms/ }).waitFor();
    await page.getByText(texts.codes.noCapState('2')).waitFor();
    await page.getByLabel(texts.codes.mode).selectOption('enforce');
    await page.getByLabel(texts.codes.cap).fill('500');
    await page.getByLabel(texts.codes.countries).fill('sa, XX');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel(texts.codes.countries).fill('sa, ae');
    await page.keyboard.press('Enter');
    await page.getByText(texts.codes.saved).waitFor();
    await page.getByText(texts.codes.capState('2', '500')).waitFor();
    const { body } = await admin(test.server).get(`/admin/projects/${DEMO_PROJECT}`).expect(200);
    assert.deepEqual([body.settings.otp.guard, body.settings.otp.capPerDay, body.settings.phone.countries], ['enforce', 500, ['SA', 'AE']]);
  });

  it('shows the secret of a new key once', async () => {
    const { page, texts } = await test.openAs('admin', 'settings/api-keys');
    const { apiKeys, common } = texts;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: apiKeys.issue }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(apiKeys.name, { exact: true }).fill('Release robot');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: apiKeys.issued }).waitFor();
    const secret = await dialog.locator('.secret .code').innerText();
    await dialog.getByRole('button', { name: apiKeys.copyKey }).click();
    await dialog.getByText(common.copied, { exact: true }).waitFor();
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), secret);
    await client(test.server, { apiKey: secret }).get('/admin/apps').expect(200);
    // a click beside the dialog must not lose the key
    await page.mouse.click(2, 2);
    await dialog.getByText(secret).waitFor();
    await dialog.getByRole('button', { name: apiKeys.kept }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Release robot/ }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'after closing');
    await page.getByRole('button', { name: apiKeys.issue }).click();
    await dialog.getByLabel(apiKeys.name, { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'in the next dialog');
    await page.reload();
    await page.getByRole('row', { name: /Release robot/ }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'after loading again');
  });

  it('says that the browser refused to copy', async () => {
    const { page, texts } = await test.openAs('admin', 'settings/api-keys');
    // as a browser refuses it that asks the person first
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))");
    await page.getByRole('button', { name: texts.apiKeys.issue }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.apiKeys.name, { exact: true }).fill('Second robot');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: texts.apiKeys.copyKey }).click();
    await dialog.getByText(texts.common.notCopied).waitFor();
    await dialog.locator('.secret .code').waitFor();
  });

  it('adds and removes a test phone', async () => {
    const { page, texts } = await test.openAs('admin', 'settings/test-phones');
    await page.getByRole('button', { name: texts.testPhones.add }).click();
    await page.getByLabel(texts.testPhones.phone).fill('+971 50 123 0000');
    await page.getByLabel(texts.testPhones.code).fill('123456');
    await page.keyboard.press('Enter');
    await page.getByText('+971501230000').waitFor();
    await page.getByRole('button', { name: texts.testPhones.removeNamed('+971501230000') }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.testPhones.remove }).click();
    await page.getByRole('heading', { name: texts.testPhones.none }).waitFor();
  });

  it('shows staff their account and nothing of admins', async () => {
    const { page, texts } = await test.openAs('staff', 'settings/account');
    await heading(page, texts.settings.account).waitFor();
    assert.deepEqual(await page.getByRole('navigation', { name: texts.settings.title }).getByRole('link').allInnerTexts(), [
      texts.settings.account,
      texts.codes.title,
    ]);
    await page.goto(`${test.server.url}/console/settings/operators`);
    await page.waitForURL(/\/settings\/account/);
  });

  for (const language of LANGUAGES)
    it(`looks right on each page in ${language}`, async () => {
      const opened = await test.openAs('owner', 'settings/account', { language });
      const { page, texts } = opened;
      const { settings, codes, project, operators, apiKeys, testPhones } = texts;
      const titles = [settings.account, codes.title, project.title, operators.title, apiKeys.title, testPhones.title];
      for (const [index, title] of titles.entries()) {
        await page.getByRole('navigation', { name: texts.settings.title }).getByRole('link', { name: title }).click();
        await heading(page, title).waitFor();
        await settled(opened);
        await checkLook(opened, `settings-${index}`);
      }
    });
});
