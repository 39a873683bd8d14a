import assert from 'node:assert/strict';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin, client } from '../../support/requests/client.ts';
import { ConsoleTest, type Credentials, checkLook, heading, LANGUAGES, type OpenedPage, signIn } from '../support.ts';

const HOUR = 3_600_000;
/** Enough for every page of these tests. */
const CALLS = 150;

describe('a session of the console', () => {
  let test: ConsoleTest;
  let now: number;

  before(async () => {
    now = Date.now();
    test = await ConsoleTest.start({ clock: { now: () => new Date(now) }, env: { RATE_LIMIT_ADMIN: `${CALLS}/600` } });
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  /** Types a new name of the project and does not save it yet. */
  async function typeName({ page, texts }: OpenedPage, name: string): Promise<void> {
    await page.getByLabel(texts.project.name, { exact: true }).fill(name);
  }

  const save = ({ page, texts }: OpenedPage): Promise<void> => page.getByRole('button', { name: texts.project.save }).click();
  const typed = ({ page, texts }: OpenedPage): Promise<string> => page.getByLabel(texts.project.name, { exact: true }).inputValue();

  it('renews its token in the middle of a form', async () => {
    const opened = await test.openAs('admin', 'settings/project');
    await typeName(opened, 'Renewed');
    now += 2 * HOUR;
    await save(opened);
    await opened.page.getByText(opened.texts.project.saved).waitFor();
    assert.equal(await typed(opened), 'Renewed');
  });

  it('asks to sign in above a form and keeps it', async () => {
    const operator = await test.newOperator('admin');
    const opened = await test.open('settings/project');
    const { page, texts } = opened;
    await signIn(opened, operator);
    await typeName(opened, 'Kept');
    now += 13 * HOUR;
    await save(opened);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.signIn.ended).waitFor();
    await checkLook(opened, 'session-ended');
    await dialog.getByRole('textbox', { name: texts.signIn.username }).fill(operator.username);
    await dialog.getByLabel(texts.signIn.password, { exact: true }).fill(operator.password);
    await dialog.getByRole('button', { name: texts.signIn.button }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await typed(opened), 'Kept');
    await save(opened);
    await page.getByText(texts.project.saved).waitFor();
  });

  it('says how long to wait and keeps a form', async () => {
    const operator = await test.newOperator('admin');
    const opened = await test.open('settings/project');
    await signIn(opened, operator);
    await typeName(opened, 'Patient');
    const { body } = await client(test.server)
      .post('/auth/auth/token', { username: operator.username, password: operator.password })
      .expect(200);
    const calls = client(test.server, { token: body.access });
    for (let call = 0; call < CALLS; call += 1) if ((await calls.get('/admin/apps')).status === 429) break;
    await save(opened);
    await opened.page.getByText(/^Wait \d+ seconds?\.$/).waitFor();
    assert.equal(await typed(opened), 'Patient');
    await heading(opened.page, opened.texts.project.title).waitFor();
  });

  it('lets twelve tabs in at once', async () => {
    const { page, texts, faults } = await test.openAs('staff');
    const tabs = await Promise.all(Array.from({ length: 12 }, () => page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(`${test.server.url}/console/`)));
    await Promise.all(tabs.map((tab) => heading(tab, texts.today.title).waitFor()));
    assert.deepEqual(faults, []);
  });

  for (const language of LANGUAGES)
    it(`sets up a second factor that is required in ${language}`, async () => {
      const operator = await strictOperator(language === 'en' ? 12 : 13);
      const opened = await test.open('', { language, width: 'phone' });
      const { page, texts } = opened;
      await signIn(opened, operator);
      await heading(page, texts.signIn.setUp.title).waitFor();
      await page.getByLabel(texts.signIn.password, { exact: true }).fill(operator.password);
      await page.getByRole('button', { name: texts.signIn.setUp.begin }).click();
      await page.getByRole('img', { name: texts.signIn.setUp.qr }).waitFor();
      await checkLook(opened, 'second-factor');
      const secret = await page.locator('.secret .code').innerText();
      await page.getByLabel(texts.signIn.setUp.code).fill(codeAt(secret.replaceAll(' ', ''), new Date(now)));
      await page.getByRole('button', { name: texts.signIn.setUp.finish }).click();
      await page.getByRole('heading', { name: texts.signIn.setUp.recovery }).waitFor();
      await checkLook(opened, 'recovery-codes');
      const recovery = await page.locator('.recovery-codes li').allInnerTexts();
      assert.ok(recovery.length >= 8);
      await page.getByRole('button', { name: texts.signIn.setUp.kept }).click();
      await heading(page, texts.today.title).waitFor();
      await comesInWith(recovery[0] ?? '', operator);
    });

  async function strictOperator(projectId: number): Promise<Credentials> {
    await admin(test.server).post('/admin/projects', { id: projectId, name: 'Strict' }).expect(201);
    const operator = await test.newOperator('admin', projectId);
    await admin(test.server)
      .put(`/admin/projects/${projectId}`, { settings: { requireTotp: true } })
      .expect(200);
    return operator;
  }

  /** A new browser is asked for a code, and a recovery code is one. */
  async function comesInWith(code: string, operator: Credentials): Promise<void> {
    const other = await test.open();
    const { page, texts } = other;
    await signIn(other, operator, 'refused');
    await page.getByLabel(texts.signIn.code).fill(code);
    await page.getByRole('button', { name: texts.signIn.button }).click();
    await heading(page, texts.today.title).waitFor();
  }
});
