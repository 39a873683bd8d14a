import assert from 'node:assert/strict';
import { answering, type Receiver, startReceiver } from '../../platform/webhooks/receiver.ts';
import { until } from '../../support/programs/process.ts';
import { client } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, DEMO_PROJECT, heading, LANGUAGES, type OpenedPage } from '../support.ts';

const APP = 'diwan-demo-shop';

describe('the webhooks in the console', () => {
  let test: ConsoleTest;
  let receiver: Receiver;

  before(async () => {
    receiver = await startReceiver();
    test = await ConsoleTest.start({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' } });
  });
  beforeEach(() => receiver.behave(answering(204, { body: '' })));
  afterEach(() => test.closePages());
  after(async () => {
    await test.close();
    await receiver.close();
  });

  const project = () => client(test.server, { apiKey: test.server.apiKey, headers: { 'X-Project-ID': String(DEMO_PROJECT) } });
  const newWebhook = async (description: string, path = '/hook'): Promise<number> => {
    const body = { url: receiver.url + path, events: ['app.*'], description, projectId: DEMO_PROJECT };
    return (await project().post('/admin/webhooks', body).expect(201)).body.id;
  };
  let renamed = 0;
  const renameApp = () => {
    renamed += 1;
    return project()
      .put(`/admin/apps/${APP}`, { name: `Shop ${renamed}` })
      .expect(200);
  };
  const open = async (id: number, description: string, language: 'en' | 'ar' = 'en'): Promise<OpenedPage> => {
    const opened = await test.openAs('admin', `settings/webhooks/${id}`, { language });
    await heading(opened.page, description).waitFor();
    return opened;
  };

  it('shows the secret of a new webhook once', async () => {
    const { page, texts } = await test.openAs('admin', 'settings/webhooks');
    const { webhooks, common } = texts;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { name: webhooks.none }).waitFor();
    await page.getByRole('button', { name: webhooks.add }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(webhooks.form.url, { exact: true }).fill(`${receiver.url}/new`);
    await dialog.getByLabel(webhooks.form.description).fill('Warehouse');
    await dialog.getByText(webhooks.groups['app.*'], { exact: true }).click();
    await dialog.getByLabel(webhooks.form.others).fill('version.halted, no.such_type');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel(webhooks.form.others).fill('version.halted');
    await page.keyboard.press('Enter');
    const secret = await dialog.locator('.secret .code').innerText();
    assert.match(secret, /^whsec_/);
    await dialog.getByRole('button', { name: webhooks.secret.copy }).click();
    await dialog.getByText(common.copied, { exact: true }).waitFor();
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), secret);
    await page.mouse.click(2, 2);
    await dialog.getByRole('button', { name: webhooks.secret.kept }).click();
    await page.getByRole('link', { name: 'Warehouse' }).click();
    await heading(page, 'Warehouse').waitFor();
    await page.getByText('version.halted', { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'after closing');
    await page.getByRole('button', { name: webhooks.acts }).click();
    await page.getByRole('menuitem', { name: webhooks.secret.rotate }).click();
    await dialog.getByRole('button', { name: webhooks.secret.rotate }).click();
    assert.notEqual(await dialog.locator('.secret .code').innerText(), secret);
    await dialog.getByRole('button', { name: webhooks.secret.kept }).click();
  });

  it('sends a test and shows the answer', async () => {
    const { page, texts } = await open(await newWebhook('Tested'), 'Tested');
    const { test: words } = texts.webhooks;
    const send = page.getByRole('button', { name: words.act });
    await send.click();
    await page.getByText(words.noBody).waitFor();
    receiver.behave(answering(500, { body: 'No place for it.' }));
    await page.getByRole('button', { name: words.again }).click();
    await page.getByText('No place for it.').waitFor();
    assert.match(receiver.received.at(-1)?.body ?? '', /webhook\.test/);
  });

  it('shows a delivery with its answers and repeats it', async () => {
    const id = await newWebhook('Failing');
    receiver.behave(answering(503, { body: 'Closed for the night.' }));
    await renameApp();
    await until(() => receiver.received.some(({ body }) => body.includes('app.changed')), undefined, 15_000);
    const { page, texts } = await open(id, 'Failing');
    const { deliveries } = texts.webhooks;
    const row = page.getByRole('button', { name: deliveries.open('app.changed') }).first();
    await row.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Closed for the night.').first().waitFor();
    await dialog.getByText('"type": "app.changed"').waitFor();
    receiver.behave(answering(204, { body: '' }));
    await dialog.getByRole('button', { name: deliveries.retry }).click();
    await page.getByText(deliveries.retried(1)).waitFor();
    await page.getByText(deliveries.states.delivered, { exact: true }).first().click();
    await until(async () => (await page.getByRole('row').filter({ hasText: 'app.changed' }).count()) > 0, undefined, 15_000);
    await page.getByText(deliveries.states.failed, { exact: true }).first().click();
    await page.getByRole('heading', { name: deliveries.noMatch }).waitFor();
  });

  it('changes, switches off and on, and deletes', async () => {
    const { page, texts } = await open(await newWebhook('Changed'), 'Changed');
    const { webhooks } = texts;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: webhooks.change, exact: true }).click();
    await dialog.getByLabel(webhooks.form.format).selectOption('slack');
    await dialog.getByLabel(webhooks.form.language).selectOption('ar');
    await dialog.getByRole('button', { name: webhooks.form.save }).click();
    await page.getByText(webhooks.form.saved).waitFor();
    await page.getByText(`${webhooks.form.formats.slack} · ${webhooks.form.languages.ar}`).waitFor();
    const choose = async (act: string): Promise<void> => {
      await page.getByRole('button', { name: webhooks.acts }).click();
      await page.getByRole('menuitem', { name: act }).click();
    };
    await choose(webhooks.switchOff);
    await dialog.getByRole('button', { name: webhooks.switchOff }).click();
    await page.getByText(webhooks.disabled.manual).waitFor();
    await page.getByRole('button', { name: webhooks.switchOn }).click();
    await page.getByText(webhooks.disabled.manual).waitFor({ state: 'detached' });
    await choose(webhooks.remove);
    await dialog.getByRole('button', { name: webhooks.removeAct }).click();
    await heading(page, webhooks.title).waitFor();
    await page.getByRole('link', { name: 'Changed' }).waitFor({ state: 'detached' });
  });

  it('names on Today what the server switched off', async () => {
    const id = await newWebhook('Gone');
    receiver.behave(answering(410, { body: '' }));
    await renameApp();
    const isOff = async () => (await project().get(`/admin/webhooks/${id}`).expect(200)).body.isActive === false;
    await until(isOff, undefined, 15_000);
    const { page, texts } = await test.openAs('admin');
    await page.getByText(texts.today.webhookGone).first().waitFor();
    await page.getByRole('button', { name: texts.today.openWebhook }).first().click();
    await page.getByText(texts.webhooks.disabled.gone).waitFor();
    const staff = await test.openAs('staff');
    await staff.page.locator('.tiles:not([aria-busy=true])').waitFor();
    assert.equal(await staff.page.getByText(texts.today.webhookGone).count(), 0);
  });

  for (const language of LANGUAGES)
    it(`looks right in all its states in ${language}`, async () => {
      const id = await newWebhook(`Look ${language}`);
      await renameApp();
      const opened = await open(id, `Look ${language}`, language);
      const { page, texts } = opened;
      const { webhooks } = texts;
      await page
        .getByRole('button', { name: webhooks.deliveries.open('app.changed') })
        .first()
        .waitFor({ timeout: 15_000 });
      await checkLook(opened, 'webhook');
      await page
        .getByRole('button', { name: webhooks.deliveries.open('app.changed') })
        .first()
        .click();
      await page.getByRole('dialog').getByText('"type": "app.changed"').waitFor();
      await checkLook(opened, 'webhook-delivery');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: webhooks.test.act }).click();
      await page.getByText(webhooks.test.noBody).waitFor();
      await checkLook(opened, 'webhook-test');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: webhooks.title }).click();
      await page.getByRole('link', { name: `Look ${language}` }).waitFor();
      await checkLook(opened, 'webhooks');
      await page.getByRole('button', { name: webhooks.add }).click();
      await page.getByRole('dialog').waitFor();
      await checkLook(opened, 'webhook-new');
    });
});
