import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type AuthServer, login, movableClock, newPhone, PASSWORD, register, startAuthServer, wrongCode } from '../auth/support.ts';
import { complaintsOf, startBrowser } from '../support/programs/browser.ts';
import { until } from '../support/programs/process.ts';
import { admin } from '../support/requests/client.ts';

const WORDS = {
  en: { dir: 'ltr', send: 'Send a code', phone: 'Your phone number', code: 'Enter the code', confirm: 'Delete this account?' },
  ar: { dir: 'rtl', send: 'إرسال الرمز', phone: 'رقم هاتفك', code: 'أدخل الرمز', confirm: 'هل تريد حذف هذا الحساب؟' },
} as const;
const DONE = { en: 'Your account will be deleted', ar: 'سيُحذف حسابك' } as const;
const DATES = { en: '8 June 2026 at 12:00', ar: '8 يونيو 2026 في 12:00' } as const;
const WIDTHS = [1280, 390] as const;

type Language = keyof typeof WORDS;

describe('the page to delete an account in Chromium', () => {
  let browser: Browser;
  let running: AuthServer;

  before(async () => {
    [browser, running] = await Promise.all([startBrowser(), startAuthServer({ clock: movableClock() })]);
    await admin(running.server).put('/admin/projects/11', { name: 'Souq & Sons' }).expect(200);
  });
  after(async () => {
    await browser.close();
    await running.close();
  });

  interface Opened {
    readonly page: Page;
    readonly complaints: readonly string[];
    /** Each address that the page asked for. */
    readonly addresses: readonly string[];
  }

  async function open(options: BrowserContextOptions, path = '/account-deletion/11'): Promise<Opened> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(running.server.url + path);
    return { page, complaints, addresses };
  }

  const heading = (page: Page): Promise<string> => page.innerText('section:not([hidden]) h2[tabindex]:focus');

  async function waitForStep(page: Page, title: string): Promise<void> {
    await page.locator('h2:focus', { hasText: title }).waitFor();
    assert.equal(await heading(page), title);
  }

  async function receivedCode(phone: string, before: number): Promise<string> {
    const codes = () => running.providers.messages.filter((message) => message.phone === phone);
    await until(() => codes().length > before);
    return codes().at(-1)?.code ?? '';
  }
  const received = (phone: string): number => running.providers.messages.filter((message) => message.phone === phone).length;

  /** Runs axe-core under the page's own policy. */
  async function findings(page: Page): Promise<string[]> {
    const { violations } = (await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  async function assertGoodStep(page: Page, name: string): Promise<void> {
    assert.deepEqual(await findings(page), [], name);
    const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number];
    assert.ok(content <= window, `${name} is ${content} px wide in a window of ${window} px`);
    const folder = process.env['TEST_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  for (const language of ['en', 'ar'] as const satisfies Language[])
    for (const width of WIDTHS)
      it(`is used by keyboard alone in ${language} at ${width}`, async () => {
        const { dir, send, ...titles } = WORDS[language];
        const { phone } = await register(running.server, running.providers, newPhone(), { password: PASSWORD });
        const scheme = width === 390 ? 'dark' : 'light';
        const { page, complaints, addresses } = await open({ locale: language, colorScheme: scheme, viewport: { width, height: 800 } });
        const { keyboard } = page;
        const tabTo = async (selector: string): Promise<void> => {
          for (let presses = 0; presses < 8 && (await page.locator(`${selector}:focus`).count()) === 0; presses += 1)
            await keyboard.press('Tab');
          assert.equal(await page.locator(`${selector}:focus`).count(), 1, selector);
        };
        assert.deepEqual(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]'), [language, dir]);
        assert.match(await page.innerText('main'), /Souq & Sons/);
        await assertGoodStep(page, `page-${language}-${width}-1-phone`);

        await tabTo('#phone');
        await keyboard.type('0501');
        await keyboard.press('Enter');
        await page.locator('#problem:focus').waitFor();
        assert.equal(await page.getAttribute('#phone', 'aria-invalid'), 'true');
        assert.equal(await page.innerText('#problem a'), await page.innerText('#phone-error'));
        await assertGoodStep(page, `page-${language}-${width}-2-invalid-phone`);

        await tabTo('#problem a');
        await keyboard.press('Enter');
        await keyboard.press('Control+a');
        await keyboard.type(language === 'ar' ? toArabic(phone) : phone);
        await tabTo('#phone-step button.main');
        const before = received(phone);
        await keyboard.press('Enter');
        await waitForStep(page, titles.code);
        await assertGoodStep(page, `page-${language}-${width}-3-code`);

        const code = await receivedCode(phone, before);
        await tabTo('#code');
        await keyboard.type(wrongCode(code));
        await keyboard.press('Enter');
        await waitForStep(page, titles.confirm);
        await tabTo('#confirm-step button.main');
        await keyboard.press('Enter');
        await page.locator('#problem:focus').waitFor();
        assert.equal(await page.innerText('#problem a'), await page.innerText('#code-error'));
        await assertGoodStep(page, `page-${language}-${width}-4-wrong-code`);

        await tabTo('#code');
        await keyboard.press('Control+a');
        await keyboard.type(language === 'ar' ? toArabic(code) : code);
        await keyboard.press('Enter');
        await waitForStep(page, titles.confirm);
        await assertGoodStep(page, `page-${language}-${width}-5-confirm`);
        await tabTo('#confirm-step button.main');
        await keyboard.press('Enter');
        await waitForStep(page, DONE[language]);
        assert.equal(await page.getAttribute('time', 'datetime'), '2026-06-08T12:00:00.000Z');
        assert.equal(await page.innerText('time'), DATES[language]);
        assert.match(await page.innerText('#erased'), /UTC/);
        await assertGoodStep(page, `page-${language}-${width}-6-done`);

        await login(running.server, phone).expect(403);
        const digits = phone.slice(4);
        assert.deepEqual(
          addresses.filter((address) => address.includes(digits) || !address.startsWith(running.server.url)),
          [],
        );
        // the browser reports the wrong phone and code, which the page shows itself
        assert.deepEqual(
          complaints.filter((text) => !/status of 400/.test(text)),
          [],
        );
        await page.context().close();
      });

  it('shows the same steps for an unknown phone', async () => {
    const { page } = await open({});
    await page.fill('#phone', newPhone());
    await page.keyboard.press('Enter');
    await waitForStep(page, WORDS.en.code);
    await page.fill('#code', '123456');
    await page.keyboard.press('Enter');
    await waitForStep(page, WORDS.en.confirm);
    await page.locator('#confirm-step button.main').click();
    await page.locator('#problem:focus').waitFor();
    assert.match(await page.innerText('#problem'), /The code is wrong or no longer valid/);
    await page.context().close();
  });

  it('says how long to wait before another code', async () => {
    const { page } = await open({});
    await page.fill('#phone', newPhone());
    await page.keyboard.press('Enter');
    await waitForStep(page, WORDS.en.code);
    await page.click('#send-again');
    await page.locator('#problem:focus').waitFor();
    assert.match(await page.innerText('#problem'), /You can send another one in 60 seconds/);
    await assertGoodStep(page, 'page-en-1280-7-wait');
    await page.click('#other-phone');
    await waitForStep(page, WORDS.en.phone);
    assert.equal(await page.isHidden('#problem'), true);
    await page.context().close();
  });

  it('lets people enter a code that they have', async () => {
    const { page } = await open({});
    await page.click('#have-code');
    assert.equal(await page.innerText('#phone-error'), 'Enter your phone number.');
    await page.fill('#phone', newPhone());
    await page.click('#have-code');
    await waitForStep(page, WORDS.en.code);
    await page.fill('#code', '12');
    await page.keyboard.press('Enter');
    assert.equal(await page.innerText('#code-error'), 'Enter the code. It has 4 to 10 digits.');
    await page.context().close();
  });

  it('reports a server that does not answer', async () => {
    const { page } = await open({});
    await page.context().setOffline(true);
    await page.fill('#phone', newPhone());
    await page.keyboard.press('Enter');
    await page.locator('#problem:focus').waitFor();
    assert.match(await page.innerText('#problem'), /Check your connection/);
    assert.equal(await page.innerText('#status'), '');
    await page.context().close();
  });

  it('changes the language by its link', async () => {
    const { page } = await open({});
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.locator('html[lang=ar][dir=rtl]').waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.locator('html[lang=en][dir=ltr]').waitFor();
    await page.context().close();
  });

  it('erases at once in a project without a grace', async () => {
    await admin(running.server)
      .put('/admin/projects/12', { settings: { accountDeletionDays: 0 } })
      .expect(200);
    const { phone } = await register(running.server, running.providers, newPhone(), { projectId: 12 });
    const { page } = await open({}, '/account-deletion/12/');
    assert.match(await page.innerText('#explanation'), /You cannot take this back/);
    const before = received(phone);
    await page.fill('#phone', phone);
    await page.keyboard.press('Enter');
    await waitForStep(page, WORDS.en.code);
    await page.fill('#code', await receivedCode(phone, before));
    await page.keyboard.press('Enter');
    await waitForStep(page, WORDS.en.confirm);
    await page.locator('#confirm-step button.main').click();
    await page.locator('#done-step h2:focus').waitFor();
    assert.equal(await heading(page), 'Your account is deleted');
    assert.equal(await page.isHidden('#restore'), true);
    await page.context().close();
  });

  it('explains itself where scripts do not run', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    assert.equal(await page.isVisible('#needs-script'), true);
    assert.equal(await page.isHidden('#phone-step'), true);
    await page.context().close();
  });
});

function toArabic(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
}
