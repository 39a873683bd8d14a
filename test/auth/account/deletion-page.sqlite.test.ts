import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { memoryLog } from '../../support/memory-log.ts';
import { admin } from '../../support/requests/client.ts';
import { ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type AuthServer, newPhone, register, requestCode, startAuthServer } from '../support.ts';

const PATH = '/account-deletion/11';

/** A page is no error body, which `ask` demands of a refusal. */
async function openPage({ url }: Pick<TestServer, 'url'>, path: string, language = '*') {
  const response = await fetch(url + path, { headers: { 'Accept-Language': language } });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

describe('the page to delete an account', () => {
  const { log, text: logged } = memoryLog();
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer({ log });
  });
  after(() => running.close());

  const open = (path: string, language?: string) => openPage(running.server, path, language);
  const change = (id: number, body: object) => admin(running.server).put(`/admin/projects/${id}`, body).expect(200);

  it('allows only its own style and script', async () => {
    const { status, headers, text } = await open(PATH);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['vary'], 'Accept-Language');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    const digest = (tag: string): string => {
      const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(text) ?? [];
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    };
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none';style-src ${digest('style')};img-src data:;script-src ${digest('script')};connect-src 'self';` +
        "base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    assert.doesNotMatch(text, /\son\w+=|\sstyle=|https?:/i);
  });

  it('follows the language of the link, then the browser', async () => {
    const languages = [
      [PATH, undefined, 'en'],
      [PATH, 'ar', 'ar'],
      [PATH, 'ar-SA,ar;q=0.9,en;q=0.5', 'ar'],
      [PATH, 'fr,en;q=0.9,ar;q=0.2', 'en'],
      [PATH, 'fr', 'en'],
      [`${PATH}?lang=ar`, 'en', 'ar'],
      [`${PATH}?lang=en`, 'ar', 'en'],
      [`${PATH}?lang=xx`, 'ar', 'ar'],
      [`${PATH}?lang=ar&lang=ar`, 'en', 'en'],
    ] as const;
    for (const [path, header, language] of languages) {
      const { text } = await open(path, header);
      assert.ok(text.includes(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`), `${path} ${header}`);
    }
  });

  it('names the project and what its settings erase', async () => {
    await change(12, { name: '<b>Souq</b>', settings: { accountDeletionDays: 3, erasedContent: 'anonymise' } });
    const before = (await open('/account-deletion/12')).text;
    assert.match(before, /&lt;b&gt;Souq&lt;\/b&gt;/);
    assert.match(before, /Your data is erased after 3 days\./);
    assert.match(before, /without your name and without a link to you/);
    await change(12, { settings: { accountDeletionDays: 0, erasedContent: 'delete' } });
    const after = (await open('/account-deletion/12')).text;
    assert.match(after, /Your data is erased at once\./);
    assert.match(after, /<li>Your reviews, comments and feature requests<\/li>/);
    assert.doesNotMatch(after, /without your name and without a link to you/);
    await change(12, { settings: { accountDeletionDays: 11 } });
    assert.match((await open('/account-deletion/12', 'ar')).text, /بعد 11 يومًا/);
    await change(12, { settings: { accountDeletionDays: 2 } });
    const two = (await open('/account-deletion/12', 'ar')).text;
    assert.match(two, /بعد يومين\./);
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/s.exec(two)?.[1] ?? '{}');
    assert.deepEqual([settings.waits.hour.two, settings.waits.minute.two, settings.waits.second.two], ['ساعتين', 'دقيقتين', 'ثانيتين']);
  });

  it('is 404 for unknown and inactive projects', async () => {
    await admin(running.server).post('/admin/projects', { name: 'Closed', id: 13 }).expect(201);
    await change(13, { isActive: false });
    for (const id of ['13', '99', '0', '011', '1e1', '11.0', 'x', '2147483648', '99999999999', '%3Cscript%3E']) {
      const { status, headers, text } = await open(`/account-deletion/${id}`);
      assert.equal(status, 404, id);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(text, /There is no app at this address/);
      assert.doesNotMatch(text, /<script|Closed|id="phone"/);
    }
    assert.match((await open('/account-deletion/13', 'ar')).text, /لا يوجد تطبيق بهذا العنوان/);
  });

  it('answers GET and HEAD requests only', async () => {
    const head = await ask(running.server.url, PATH, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
    const posted = await ask(running.server.url, PATH, { method: 'POST' });
    assert.equal(refusal(posted), '405 method_not_allowed');
    assert.equal(posted.headers.allow, 'GET, HEAD, OPTIONS');
  });

  it('leaves no phone in the log', async () => {
    const { phone } = await register(running.server, running.providers, newPhone());
    const otp = await requestCode(running.server, running.providers, { path: '/account/deletion/code', phone });
    const post = (body: object) =>
      ask(running.server.url, '/api/v2/auth/account/deletion/confirm', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: running.server.url },
        body: JSON.stringify(body),
      });
    assert.equal((await post({ phone, otp, projectId: 11 })).status, 202);
    assert.match(logged(), /\/account-deletion\/:projectId/);
    assert.match(logged(), /account\/deletion\/confirm/);
    assert.ok(!logged().includes(phone.slice(4)));
    assert.ok(!logged().includes(otp));
  });
});

describe('the limits of the page to delete an account', () => {
  it('are those of phone auth, and shown as a page', async () => {
    const server = await startServer({ env: { RATE_LIMIT_GLOBAL: '2/60' } });
    try {
      for (let asked = 0; asked < 2; asked += 1) assert.equal((await openPage(server, PATH)).status, 200);
      const { status, headers, text } = await openPage(server, PATH, 'ar');
      assert.equal(status, 429);
      assert.match(String(headers['retry-after']), /^\d+$/);
      assert.match(text, /عدد الطلبات كبير/);
      assert.ok(text.includes(String(headers['retry-after'])), text);
      const code = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"phone":"+966500000000"}' };
      assert.equal(refusal(await ask(server.url, '/api/v2/auth/account/deletion/code', code)), '429 throttled');
    } finally {
      await server.close();
    }
  });

  it('are absent on a server without phone auth', async () => {
    const server = await startServer({ env: { SERVICES: 'apps' } });
    try {
      assert.equal(refusal(await ask(server.url, PATH)), '404 not_found');
    } finally {
      await server.close();
    }
  });
});
