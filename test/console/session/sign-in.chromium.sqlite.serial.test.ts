import assert from 'node:assert/strict';
import { ConsoleTest, checkLook, heading, LANGUAGES, signIn } from '../support.ts';

describe('signing in to the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  for (const language of LANGUAGES)
    it(`asks for username and password in ${language}`, async () => {
      const opened = await test.open('', { language });
      const { page, texts } = opened;
      await heading(page, texts.signIn.title).waitFor();
      assert.match(page.url(), /\/console\/sign-in\?next=/);
      await checkLook(opened, 'sign-in');
      await signIn(opened, { id: 0, username: 'nobody', password: 'not a password' }, 'refused');
      await page.getByRole('alert').waitFor();
      await checkLook(opened, 'sign-in-refused');
      await signIn(opened, await test.newOperator());
      await heading(page, texts.today.title).waitFor();
    });

  it('returns to the address that was asked for', async () => {
    const opened = await test.openAs('staff', 'apps?x=1');
    await heading(opened.page, opened.texts.apps.title).waitFor();
    assert.equal(new URL(opened.page.url()).pathname, '/console/apps');
  });

  it('goes on after a reload and ends with sign out', async () => {
    const { page, texts } = await test.openAs('admin', 'audit');
    await page.reload();
    await heading(page, texts.audit.title).waitFor();
    await page.getByRole('button', { name: texts.shell.account }).click();
    await page.getByRole('menuitem', { name: texts.shell.signOut }).click();
    await heading(page, texts.signIn.title).waitFor();
    await page.reload();
    await heading(page, texts.signIn.title).waitFor();
  });

  it('keeps nothing in the browser that signs in', async () => {
    const { page } = await test.openAs('admin');
    const kept = await page.evaluate<string>('JSON.stringify([document.cookie, { ...sessionStorage }, { ...localStorage }])');
    assert.ok(!/eyJ|do_/.test(kept), kept);
    assert.match(kept, /^\["",/);
  });
});
