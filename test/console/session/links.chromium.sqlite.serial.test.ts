import assert from 'node:assert/strict';
import { startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { ConsoleTest, checkLook, heading, LANGUAGES, type OpenedPage, signIn } from '../support.ts';

const FRESH = 'a fresh horse battery';

describe('the links of operators in the console', () => {
  let test: ConsoleTest;
  let smtp: Awaited<ReturnType<typeof startMailServer>>;

  before(async () => {
    smtp = await startMailServer();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', PUBLIC_URL: 'http://diwan.example.com' };
    test = await ConsoleTest.start({ env });
  });
  afterEach(() => test.closePages());
  after(async () => {
    await test.close();
    await smtp.close();
  });

  /** The address below `/console/` of the latest link that was mailed there. */
  async function linkTo(email: string, page: string): Promise<string> {
    const linkOf = (): string | undefined =>
      smtp.mails
        .filter(({ to }) => to.includes(email))
        .map(({ email: { text } }) => new RegExp(`http://diwan.example.com/console/(${page}\\?token=\\S+)`).exec(text ?? '')?.[1])
        .findLast((link) => link !== undefined);
    await until(() => linkOf() !== undefined);
    return linkOf() ?? '';
  }

  /** Invites somebody by the dialog of an admin. */
  async function invite({ page, texts }: OpenedPage, username: string): Promise<void> {
    await page.getByRole('button', { name: texts.operators.invite }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.operators.username).fill(username);
    await dialog.getByLabel(texts.operators.way, { exact: true }).selectOption('mail');
    await dialog.getByLabel(texts.operators.email).fill(`${username}@example.com`);
    await page.keyboard.press('Enter');
    await page.getByText(texts.operators.invited(username)).waitFor();
  }

  for (const language of LANGUAGES)
    it(`lead an invited operator to a sign-in in ${language}`, async () => {
      const username = `invited-${language}`;
      await invite(await test.openAs('admin', 'settings/operators', { language }), username);
      const opened = await test.open(await linkTo(`${username}@example.com`, 'invite'), { language });
      const { page, texts } = opened;
      await heading(page, texts.signIn.links.invite).waitFor();
      assert.equal(new URL(page.url()).search, '');
      await checkLook(opened, 'invite');
      await page.getByLabel(texts.signIn.links.fresh).fill('password1');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.getByLabel(texts.signIn.links.fresh).fill(FRESH);
      await page.keyboard.press('Enter');
      await page.getByText(texts.signIn.links.done).waitFor();
      await page.getByRole('link', { name: texts.signIn.links.toSignIn }).click();
      await signIn(opened, { id: 0, username, password: FRESH });
      await heading(page, texts.today.title).waitFor();
    });

  for (const language of LANGUAGES)
    it(`reset a forgotten password, once, in ${language}`, async () => {
      const username = `invited-${language}`;
      const opened = await test.open('', { language });
      const { page, texts } = opened;
      await page.getByRole('link', { name: texts.signIn.forgot }).click();
      await heading(page, texts.signIn.forgot).waitFor();
      await checkLook(opened, 'forgot');
      await page.getByLabel(texts.signIn.username).fill(username);
      await page.keyboard.press('Enter');
      await page.getByText(texts.signIn.links.sent).waitFor();
      const link = await linkTo(`${username}@example.com`, 'reset');
      for (const outcome of [texts.signIn.links.done, texts.signIn.links.over]) {
        await page.goto(`${test.server.url}/console/${link}`);
        await heading(page, texts.signIn.links.reset).waitFor();
        await page.getByLabel(texts.signIn.links.fresh).fill(`${FRESH} again`);
        await page.keyboard.press('Enter');
        await page.getByText(outcome).waitFor();
      }
      await checkLook(opened, 'reset-over');
      await page.getByRole('link', { name: texts.signIn.links.again }).click();
      await heading(page, texts.signIn.forgot).waitFor();
    });
});
