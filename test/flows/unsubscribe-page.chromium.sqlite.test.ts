import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { StatusMails } from '../feedback/mail/status-mail-support.ts';
import type { Caller } from '../feedback/support.ts';
import { complaintsOf, startBrowser } from '../support/programs/browser.ts';
import { admin } from '../support/requests/client.ts';

const WORDS = {
  en: {
    dir: 'ltr',
    title: 'Stop mails',
    topic: 'Stop mails about this request',
    all: 'Stop all mails',
    done: 'You get no more mails about this request.',
    doneAll: 'You get no more mails but those about your account.',
  },
  ar: {
    dir: 'rtl',
    title: 'إيقاف الرسائل',
    topic: 'إيقاف رسائل هذا الطلب',
    all: 'إيقاف جميع الرسائل',
    done: 'لن تصلك رسائل أخرى عن هذا الطلب.',
    doneAll: 'لن تصلك بعد الآن إلا الرسائل الخاصة بحسابك.',
  },
} as const;
const TITLE = 'ميزة <b>جديدة</b> in the app with a rather long title that needs two lines on a phone';

describe('the page to stop mails in Chromium', () => {
  let browser: Browser;
  let mails: StatusMails;

  before(async () => {
    [browser, mails] = await Promise.all([startBrowser(), StatusMails.start({ PUBLIC_URL: 'https://souq.example' })]);
    await admin(mails.server).put('/admin/projects/11', { name: 'Souq & Sons' }).expect(200);
  });
  after(async () => {
    await browser.close();
    await mails.close();
  });

  /** A voter who got a mail, and the link of its foot as this server serves it. */
  async function readerWithLink(language: string): Promise<{ reader: Caller; postId: number; url: string }> {
    const email = mails.newEmail();
    const reader = await mails.person({ email, language });
    const postId = await mails.newPost(await mails.person(), TITLE);
    await reader.post(`/posts/${postId}/vote`).expect(200);
    await mails.move(postId, 'status=planned');
    const [mail] = await mails.inbox(email, 1);
    const [, link = ''] = /href="https:\/\/souq\.example([^"]+)"/.exec(mail?.email.html ?? '') ?? [];
    return { reader, postId, url: mails.server.url + link };
  }

  async function assertGood(page: Page, name: string): Promise<void> {
    const { violations } = (await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
      name,
    );
    const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number];
    assert.ok(content <= window, `${name} is ${content} px wide in a window of ${window} px`);
    const folder = process.env['TEST_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  for (const language of ['en', 'ar'] as const)
    for (const width of [360, 1440])
      it(`is used by keyboard in ${language} at ${width}`, async () => {
        const words = WORDS[language];
        const { reader, postId, url } = await readerWithLink(language);
        const scheme = width === 360 ? 'dark' : 'light';
        const context = await browser.newContext({ locale: language, colorScheme: scheme, viewport: { width, height: 800 } });
        const page = await context.newPage();
        const complaints = complaintsOf(page);
        const addresses: string[] = [];
        page.on('request', (request) => addresses.push(request.url()));
        const isSubscribed = async () => (await reader.get(`/posts/${postId}`).expect(200)).body.data.subscribed;

        await page.goto(url);
        assert.equal(await page.innerText('h1'), words.title);
        assert.deepEqual(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]'), [language, words.dir]);
        const text = await page.innerText('main');
        assert.ok(text.includes('Souq & Sons') && text.includes(TITLE), text);
        await assertGood(page, `stop-${language}-${width}-1-open`);
        assert.equal(await isSubscribed(), true);

        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.getByText(words.done).waitFor();
        await assertGood(page, `stop-${language}-${width}-2-topic`);
        assert.equal(await isSubscribed(), false);

        await page.getByRole('button', { name: words.all }).click();
        await page.getByText(words.doneAll).waitFor();
        await assertGood(page, `stop-${language}-${width}-3-all`);
        const [stored] = await mails.select<{ notifications: number }>('SELECT notifications FROM users WHERE id = :id', { id: reader.id });
        assert.equal(Number(stored?.notifications), 0);

        assert.deepEqual(await context.cookies(), []);
        assert.deepEqual([...new Set(addresses)], [url]);
        assert.deepEqual(complaints, []);
        await context.close();
      });

  it('works without script, in the other language too', async () => {
    const { url } = await readerWithLink('en');
    const page = await browser.newPage({ locale: 'en-GB', javaScriptEnabled: false });
    await page.goto(url);
    await page.getByText('العربية').click();
    await page.getByRole('button', { name: WORDS.ar.topic }).click();
    await page.getByText(WORDS.ar.done).waitFor();
    await page.close();
  });
});
