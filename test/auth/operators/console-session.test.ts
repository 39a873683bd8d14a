import assert from 'node:assert/strict';
import { until } from '../../support/programs/process.ts';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { Browser, cookiesOf, REFRESH, SESSION } from './console-support.ts';
import { newOperator, outcomeOf, WRONG } from './operator-support.ts';

const ME = '/api/v1/auth/auth/me';
const NOT_VALID = '401 token_not_valid';
const TABS = 12;

const statusOf = ({ status }: Answer): number => status;

/** The own account as the API answers it to the access token of a session. */
function account({ url }: TestServer, { body }: Answer): Promise<Answer> {
  return ask(url, ME, { headers: { Authorization: `Bearer ${String(body['access'])}` } });
}

describe('the session of the console', () => {
  const clock = movableClock(new Date());
  let server: TestServer;

  before(async () => {
    server = await startServer({ clock, env: { RATE_LIMIT_ACCOUNT: '60/60', RATE_LIMIT_GLOBAL: 'off' } });
  });
  after(() => server.close());

  async function signedIn(values: object = {}): Promise<{ browser: Browser; answer: Answer; id: number; username: string }> {
    const operator = await newOperator(server, values);
    const browser = new Browser(server);
    const answer = await browser.signIn(operator.username);
    assert.equal(answer.status, 200, answer.text);
    return { browser, answer, ...operator };
  }

  it('answers the access token and the own account', async () => {
    const { answer } = await signedIn();
    assert.deepEqual(Object.keys(answer.body).sort(), ['access', 'expiresIn', 'operator']);
    assert.equal(answer.body['expiresIn'], 3_600);
    const me = await account(server, answer);
    assert.deepEqual([me.status, answer.body['operator']], [200, me.body]);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    assert.equal(answer.headers['x-diwan-device'], undefined);
  });

  it('keeps its tokens in cookies that scripts cannot read', async () => {
    const { answer, browser } = await signedIn();
    const cookies = cookiesOf(answer);
    const common = [`Path=${SESSION}`, 'HttpOnly', 'SameSite=Strict'];
    assert.deepEqual(Object.keys(cookies).sort(), ['diwan_console', 'diwan_device']);
    assert.deepEqual(cookies['diwan_console']?.attributes, ['Max-Age=43200', ...common]);
    assert.deepEqual(cookies['diwan_device']?.attributes, ['Max-Age=34560000', ...common]);
    assert.match(cookies['diwan_device']?.value ?? '', /^dv_/);
    const { value = '' } = cookies['diwan_console'] ?? {};
    assert.match(value, /^do_/);
    assert.equal(answer.text.includes(value), false);
    const renewed = cookiesOf(await browser.refresh());
    assert.deepEqual([Object.keys(renewed), renewed['diwan_console']?.attributes], [['diwan_console'], ['Max-Age=43200', ...common]]);
  });

  it('is renewed by its cookie with the same body', async () => {
    const { browser } = await signedIn();
    const answer = await browser.refresh();
    const me = await account(server, answer);
    assert.deepEqual([answer.status, me.status, answer.body['operator']], [200, 200, me.body]);
  });

  it('knows the device again by its cookie', async () => {
    const { browser, username } = await signedIn();
    for (let failures = 0; failures < 5; failures += 1) await outcomeOf(server, { username, password: WRONG });
    assert.equal(await outcomeOf(server, { username }), '429 account_locked');
    assert.equal(refusal(await new Browser(server).signIn(username)), '429 account_locked');
    const { diwan_device: device } = browser.cookies;
    assert.equal((await browser.signIn(username)).status, 200);
    assert.equal(browser.cookies['diwan_device'], device);
    // the header names no device here
    const header = { 'X-Diwan-Device': String(device) };
    assert.equal(refusal(await new Browser(server, header).signIn(username)), '429 account_locked');
  });

  it('counts wrong passwords together with the token endpoint', async () => {
    const { username } = await newOperator(server);
    const browser = new Browser(server);
    for (let failures = 0; failures < 4; failures += 1)
      assert.equal(refusal(await browser.signIn(username, { password: WRONG })), '401 no_active_account');
    assert.deepEqual(browser.cookies, {});
    assert.equal(await outcomeOf(server, { username, password: WRONG }), '401 no_active_account');
    assert.equal(refusal(await browser.signIn(username)), '429 account_locked');
  });

  it('lets twelve tabs renew at the same time', async () => {
    const { browser } = await signedIn();
    for (const seconds of [0, 120]) {
      clock.advance(seconds);
      const { cookies } = browser;
      const tabs = Array.from({ length: TABS }, () => Object.assign(new Browser(server), { cookies: { ...cookies } }));
      const answers = await Promise.all(tabs.map((tab) => tab.refresh()));
      assert.deepEqual(
        answers.map(statusOf),
        Array.from({ length: TABS }, () => 200),
      );
      for (const answer of answers) assert.equal((await account(server, answer)).status, 200);
      assert.equal(new Set(tabs.map((tab) => tab.cookies['diwan_console'])).size, 1);
      browser.cookies = tabs[0]?.cookies ?? {};
    }
  });

  it('accepts the cookie that another tab has just replaced', async () => {
    const { browser } = await signedIn();
    clock.advance(120);
    const slow = Object.assign(new Browser(server), { cookies: { ...browser.cookies } });
    // a rotation at each of these would leave the slow tab two behind
    for (const seconds of [0, 5, 5, 15]) {
      clock.advance(seconds);
      assert.equal((await account(server, await browser.refresh())).status, 200);
    }
    assert.equal((await slow.refresh()).status, 200);
    assert.equal((await browser.refresh()).status, 200);
    assert.equal(slow.cookies['diwan_console'], browser.cookies['diwan_console']);
  });

  it('ends when a used cookie returns later', async () => {
    const { browser } = await signedIn();
    const stolen = Object.assign(new Browser(server), { cookies: { ...browser.cookies } });
    clock.advance(120);
    await account(server, await browser.refresh());
    clock.advance(40);
    assert.equal(refusal(await stolen.refresh()), NOT_VALID);
    assert.equal(refusal(await browser.refresh()), NOT_VALID);
  });

  it('ends after twelve idle hours, wherever its token is sent', async () => {
    const idle = 12 * 3_600 - 60;
    const { browser } = await signedIn();
    for (let days = 0; days < 3; days += 1) {
      clock.advance(idle);
      assert.equal((await browser.refresh()).status, 200);
    }
    const { diwan_console: refresh } = browser.cookies;
    clock.advance(idle + 120);
    assert.equal(refusal(await browser.refresh()), NOT_VALID);
    assert.equal(refusal(await ask(server.url, '/api/v1/auth/auth/token/refresh', { method: 'POST', body: { refresh } })), NOT_VALID);
  });

  it('ends at the sign-out, for copies of its cookie too', async () => {
    const { browser, answer, id } = await signedIn();
    const copy = Object.assign(new Browser(server), { cookies: { ...browser.cookies } });
    const ended = await browser.signOut();
    assert.deepEqual([ended.status, ended.text], [204, '']);
    assert.deepEqual(Object.keys(browser.cookies), ['diwan_device']);
    assert.equal(cookiesOf(ended)['diwan_console']?.attributes.includes('Max-Age=0'), true);
    assert.equal(refusal(await copy.refresh()), NOT_VALID);
    assert.equal(refusal(await account(server, answer)), NOT_VALID);
    const { body } = await admin(server).get('/admin/audit-log?limit=20').expect(200);
    const rows = (body.data as Record<string, unknown>[]).filter(({ subject }) => subject === `operator:${id}`);
    const acts = rows.map(({ action, actor }) => [action, actor]).filter(([action]) => action !== 'operator.created');
    assert.deepEqual(acts, [
      ['operator.signed_out', `operator:${id}`],
      ['login.succeeded', `operator:${id}`],
    ]);
  });

  it('is signed out alike without a session', async () => {
    const { browser } = await signedIn();
    const copy = Object.assign(new Browser(server), { cookies: { ...browser.cookies } });
    await browser.signOut();
    for (const other of [copy, browser, new Browser(server, { Cookie: 'diwan_console=do_x' })])
      assert.equal((await other.signOut()).status, 204);
  });

  it('refuses a suspended operator within two seconds', async () => {
    const { browser, answer, id } = await signedIn();
    await admin(server).put(`/admin/projects/11/operators/${id}`, { isActive: false }).expect(200);
    assert.equal(refusal(await browser.refresh()), NOT_VALID);
    await until(async () => (await account(server, answer)).status === 401);
  });

  it('refuses requests that other sites send', async () => {
    const { browser, username } = await signedIn();
    const { host } = new URL(server.url);
    const foreign: Record<string, string | undefined>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: server.url },
      { 'Sec-Fetch-Site': 'same-origin, cross-site' },
      { Origin: 'https://evil.example' },
      { Origin: `http://${host}.evil.example` },
      { Origin: 'null' },
      { Origin: '' },
      {},
    ];
    const cookie = Object.entries(browser.cookies).map((pair) => pair.join('='));
    for (const headers of foreign)
      for (const [method, path] of [
        ['POST', SESSION],
        ['POST', REFRESH],
        ['DELETE', SESSION],
      ] as const) {
        const body = { username, password: PASSWORD };
        const answer = await ask(server.url, path, { method, headers: { Cookie: cookie.join('; '), ...headers }, body });
        assert.equal(refusal(answer), '403 cross_site', JSON.stringify([method, path, headers]));
        assert.equal(answer.headers['set-cookie'], undefined);
      }
    assert.equal((await browser.refresh()).status, 200);
  });

  it('compares the origin where a browser sends nothing else', async () => {
    const { browser } = await signedIn();
    const cookie = Object.entries(browser.cookies).map((pair) => pair.join('='));
    const headers = { Cookie: cookie.join('; '), Origin: server.url };
    assert.equal((await ask(server.url, REFRESH, { method: 'POST', headers, body: {} })).status, 200);
  });

  it('refuses bodies that a form can send', async () => {
    const { browser, username } = await signedIn();
    const text = JSON.stringify({ username, password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain; a=application/json'])
      for (const path of [SESSION, REFRESH]) {
        const answer = await browser.send('POST', path, { body: Buffer.from(text), headers: { 'Content-Type': type } });
        assert.equal(refusal(answer), '415 unsupported_media_type', `${path} ${type}`);
      }
    assert.equal(refusal(await browser.send('POST', REFRESH)), '415 unsupported_media_type');
    assert.equal((await browser.send('POST', REFRESH, { headers: { 'Content-Type': 'application/json' } })).status, 200);
  });

  it('does not read a cookie that is sent twice', async () => {
    const { browser } = await signedIn();
    const { diwan_console: own } = browser.cookies;
    assert.equal(refusal(await browser.refresh({ Cookie: `diwan_console=${own}; diwan_console=do_planted` })), NOT_VALID);
    assert.equal((await browser.refresh({ Cookie: `xdiwan_console=do_planted; diwan_console=${own}` })).status, 200);
  });

  it('is read by no other endpoint', async () => {
    const { browser } = await signedIn();
    const { diwan_console: refresh } = browser.cookies;
    const headers = { Cookie: `diwan_console=${refresh}`, 'Sec-Fetch-Site': 'same-origin' };
    assert.equal(refusal(await ask(server.url, ME, { headers })), '401 not_authenticated');
    const renewed = await ask(server.url, '/api/v1/auth/auth/token/refresh', { method: 'POST', headers, body: {} });
    assert.equal(refusal(renewed), '400 validation_error');
    assert.equal(refusal(await ask(server.url, SESSION, { headers })), '405 method_not_allowed');
  });

  it('opens no door to other origins before a request', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await ask(server.url, SESSION, { method: 'OPTIONS', headers });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [204, undefined]);
  });

  it('opens before a required second factor is set up', async () => {
    await admin(server).post('/admin/projects', { name: 'Strict', id: 13 }).expect(201);
    await admin(server)
      .put('/admin/projects/13', { settings: { requireTotp: true } })
      .expect(200);
    const { username } = await newOperator(server, {}, 13);
    const browser = new Browser(server);
    const answer = await browser.signIn(username);
    assert.equal(answer.status, 200);
    const token = String(answer.body['access']);
    const { status, body } = await client(server, { token }, '').get('/api/v1/admin/reviews');
    assert.equal(refusal({ status, body }), '403 totp_setup_required');
    assert.equal((await browser.refresh()).status, 200);
    const own = client(server, { token }, '/api/v1/auth/auth');
    const { body: setup } = await own.post('/totp', { password: PASSWORD }).expect(200);
    await own.put('/totp', { code: codeAt(setup.secret, clock.now()) }).expect(200);
    assert.equal((await browser.refresh()).status, 200);
    assert.equal(refusal(await new Browser(server).signIn(username)), '401 totp_required');
    clock.advance(30);
    assert.equal((await new Browser(server).signIn(username, { otp: codeAt(setup.secret, clock.now()) })).status, 200);
  });
});

describe('the session of the console on another host', () => {
  const HOST = 'diwan.example.com';
  const PAGE = { Host: HOST, Origin: `https://${HOST}` };
  let server: TestServer;

  for (const proxies of ['0', '1']) {
    describe(`behind ${proxies} trusted proxies`, () => {
      before(async () => {
        server = await startServer({ env: { TRUST_PROXY: proxies } });
      });
      after(() => server.close());

      it('opens over TLS only, and never in clear', async () => {
        const { username } = await newOperator(server);
        const plain = new Browser(server, PAGE);
        for (const answer of [await plain.signIn(username), await plain.refresh()]) assert.equal(refusal(answer), '400 insecure_transport');
        assert.equal((await plain.signOut()).status, 204);
        const answer = await new Browser(server, { ...PAGE, 'X-Forwarded-Proto': 'https' }).signIn(username);
        if (proxies === '0') return assert.equal(refusal(answer), '400 insecure_transport');
        assert.equal(answer.status, 200);
        for (const { attributes } of Object.values(cookiesOf(answer))) assert.equal(attributes.at(-1), 'Secure');
      });

      it('opens in clear on the machine itself', async () => {
        const { username } = await newOperator(server);
        for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
          const answer = await new Browser(server, { Host: host }).signIn(username);
          assert.equal(answer.status, 200, host);
          for (const { attributes } of Object.values(cookiesOf(answer))) assert.equal(attributes.includes('Secure'), false);
        }
        for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', '192.168.0.5', 'notlocalhost'])
          assert.equal(refusal(await new Browser(server, { Host: host }).signIn(username)), '400 insecure_transport', host);
      });
    });
  }
});

describe('the rate limits of the console', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ env: { TRUST_PROXY: '1', RATE_LIMIT_GLOBAL: '10/60', RATE_LIMIT_ACCOUNT: '60/60' } });
  });
  after(() => server.close());

  const from = (address: string) => new Browser(server, { 'X-Forwarded-For': address });

  it('count page loads by session but never by address', async () => {
    const { username } = await newOperator(server);
    const browser = from('198.51.100.1');
    assert.equal((await browser.signIn(username)).status, 200);
    const loads = [];
    for (let count = 0; count < 40; count += 1) loads.push(statusOf(await browser.refresh()));
    assert.deepEqual(new Set(loads), new Set([200]));
    const others = from('198.51.100.1');
    assert.equal((await others.signIn(username)).status, 200);
    const policy = String((await others.refresh()).headers['ratelimit']);
    assert.match(policy, /"account"; r=59;/);
  });

  it('do not count a page without a session', async () => {
    const browser = from('198.51.100.2');
    for (let count = 0; count < 20; count += 1) assert.equal(refusal(await browser.refresh()), NOT_VALID);
  });

  it('count invalid cookies and sign-ins by address', async () => {
    const browser = from('198.51.100.3');
    const cookie = { Cookie: `diwan_console=do_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.1.${'A'.repeat(43)}` };
    const outcomes = [];
    for (let count = 0; count < 12; count += 1) outcomes.push(refusal(await browser.refresh(cookie)));
    assert.deepEqual(outcomes, [...Array.from({ length: 10 }, () => NOT_VALID), '429 throttled', '429 throttled']);
    assert.equal(refusal(await browser.signIn('anyone')), '429 throttled');
    assert.equal(refusal(await browser.send('DELETE', SESSION, { headers: cookie })), '429 throttled');
  });
});
