import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endProcesses } from '../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../support/providers/fake-providers.ts';
import { type Answer, ask } from '../support/requests/wire.ts';
import { getPath, type Launched, launch, rowsOf } from './support.ts';

const AUTH = '/api/v2/auth';
const TOKEN = '/api/v1/auth/auth/token/';
const ADMIN = '/api/v1/admin';
/** Long enough not to appear in a log by chance. */
const CODE_DIGITS = '10';
const PEPPER = randomBytes(24).toString('base64url');
const PASSWORDS = { first: 'first-Passwort-1', second: 'second-Passwort-2', wrong: 'wrong-Passwort-3', operator: 'operator-Passwort-4' };
const TEST_CODE = '4815162342';
const TEST_PHONE = '+15550100042';
const PHONE = '+966512345678';
const STRANGER = '+966587654321';
const BOSS = 'boss.of.it.all';

type Sent = Readonly<Record<string, unknown>>;

describe('secrets', () => {
  let providers: FakeProviders;
  let server: Launched;
  /** The secrets that must not be found, and their names. */
  const secrets = new Map<string, string>();
  const errorBodies: string[] = [];

  before(async () => {
    providers = await startFakeProviders();
    server = await launch({
      ...providers.env,
      LOG_LEVEL: 'trace',
      OTP_PEPPER: PEPPER,
      OTP_LENGTH: CODE_DIGITS,
      OTP_COOLDOWN_SECONDS: '0',
      OTP_CHANNEL_TIMEOUT_SECONDS: '1',
      ADMIN_USERNAME: BOSS,
      ADMIN_PASSWORD: PASSWORDS.operator,
    });
    for (const [name, password] of Object.entries(PASSWORDS)) keep(`the ${name} password`, password);
    for (const phone of [PHONE, STRANGER, TEST_PHONE]) keep('a phone', phone.slice(1));
    for (const phone of [PHONE, STRANGER]) keep('a phone without its country', phone.slice(4));
    for (const name of ['WHATSAPP_TOKEN', 'SMS_AUTH_TOKEN']) keep(name, providers.env[name] ?? '');
    keep('the pepper', PEPPER);
    keep('the code of a test phone', TEST_CODE);
    keep('the platform key', server.apiKey);
  });

  after(async () => {
    endProcesses();
    await providers.close();
  });

  function keep(name: string, secret: unknown): void {
    assert.ok(typeof secret === 'string' && secret.length >= 8, `${name} is ${String(secret)}`);
    secrets.set(secret, name);
  }

  /** Collects the tokens and keys of a response, and its body when it is an error. */
  async function send(
    method: string,
    address: string,
    body?: Sent | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const answer = await ask(server.url, address, { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 400) errorBodies.push(answer.text);
    else for (const token of answer.text.matchAll(/[\w-]+\.[\w.-]{40,}|dk_\w{8}_[\w-]{43}/g)) keep('a token or key', token[0]);
    return answer;
  }

  const post = (address: string, body: Sent | string, headers = {}) => send('POST', address, body, headers);
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  async function expectStatus(status: number, answering: Promise<Answer>): Promise<Record<string, unknown>> {
    const { status: given, text, body } = await answering;
    assert.equal(given, status, text);
    return body;
  }

  async function codeBy(endpoint: string, phone = PHONE): Promise<string> {
    providers.clear();
    await expectStatus(200, post(`${AUTH}${endpoint}`, { phone }));
    const code = await providers.codeFor(phone);
    keep('a code', code);
    return code;
  }

  function wrong(code: string): string {
    const other = code.replace(/.$/, (last) => String((Number(last) + 1) % 10));
    keep('a wrong code', other);
    return other;
  }

  async function tokensOf(answering: Promise<Answer>): Promise<{ accessToken: string; refreshToken: string }> {
    const { tokens } = (await answering).body as { tokens: { accessToken: string; refreshToken: string } };
    for (const token of [tokens.accessToken, tokens.refreshToken]) assert.ok(secrets.has(token), 'every token is looked for');
    return tokens;
  }

  it('appear in no log, metric or error body', async () => {
    const tokens = await registerAndSignIn();
    await tokensInWrongPlaces(tokens);
    await resetAndChange();
    await signInAsOperator();
    await failToDeliver();
    await useKeysAndTestPhones();
    await sendWhatIsBroken();
    const metrics = (await getPath(server, '/metrics')).text;
    await server.end();

    await keepWhatIsStored();
    keepWhatWasSent();
    const log = server.output();
    assertWhole(log, metrics);
    for (const [place, text] of [
      ['log', log],
      ['metrics', metrics],
      ['error bodies', errorBodies.join('\n')],
    ] as const)
      for (const [secret, name] of secrets) assert.ok(!text.includes(secret), `${name} is in the ${place}: ${around(text, secret)}`);
  });

  async function registerAndSignIn(): Promise<{ accessToken: string; refreshToken: string }> {
    const code = await codeBy('/register-init');
    const registration = { phone: PHONE, firstName: 'Noura', password: PASSWORDS.first };
    await expectStatus(400, post(`${AUTH}/register-verify`, { ...registration, otp: wrong(code) }));
    await expectStatus(400, post(`${AUTH}/register-verify`, { ...registration, otp: code, password: PHONE }));
    const first = await tokensOf(post(`${AUTH}/register-verify`, { ...registration, otp: code }));
    await expectStatus(409, post(`${AUTH}/register-verify`, { ...registration, otp: await codeBy('/register-init') }));
    await expectStatus(401, post(`${AUTH}/login`, { phone: STRANGER, password: PASSWORDS.wrong }));
    for (let tries = 1; tries <= 5; tries += 1) await expectStatus(401, post(`${AUTH}/login`, { phone: PHONE, password: PASSWORDS.wrong }));
    await expectStatus(429, post(`${AUTH}/login`, { phone: PHONE, password: PASSWORDS.first }));
    const loginCode = await codeBy('/send-otp');
    await expectStatus(400, post(`${AUTH}/login-otp`, { phone: PHONE, otp: wrong(loginCode) }));
    await tokensOf(post(`${AUTH}/login-otp`, { phone: PHONE, otp: loginCode }));
    await expectStatus(400, post(`${AUTH}/login-otp`, { phone: PHONE, otp: loginCode }));
    await expectStatus(404, post(`${AUTH}/login-otp`, { phone: STRANGER, otp: await codeBy('/send-otp', STRANGER) }));
    await tokensOf(post(`${AUTH}/login`, { phone: PHONE, password: PASSWORDS.first }));
    return first;
  }

  async function tokensInWrongPlaces({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }): Promise<void> {
    await expectStatus(200, send('GET', `${AUTH}/profile`, undefined, bearer(accessToken)));
    await expectStatus(401, send('GET', `${AUTH}/profile`, undefined, bearer(refreshToken)));
    await expectStatus(401, send('GET', `${AUTH}/profile`, undefined, { Authorization: accessToken }));
    await expectStatus(401, send('GET', `${AUTH}/profile?access_token=${accessToken}`));
    await expectStatus(404, send('GET', `${AUTH}/profile/${accessToken}`));
    await expectStatus(404, send('GET', `${AUTH}/users/${PHONE}`));
    await expectStatus(401, post(`${AUTH}/refresh`, { refresh_token: accessToken }));
    const second = await expectStatus(200, post(`${AUTH}/refresh`, { refresh_token: refreshToken }));
    await expectStatus(200, post(`${AUTH}/refresh`, { refresh_token: second['refreshToken'] }));
    // an older token counts as stolen, so the session ends
    await expectStatus(401, post(`${AUTH}/refresh`, { refresh_token: refreshToken }));
    await expectStatus(401, send('GET', `${AUTH}/profile`, undefined, bearer(accessToken)));
  }

  async function resetAndChange(): Promise<void> {
    await expectStatus(200, post(`${AUTH}/password/reset/init`, { phone: STRANGER }));
    const code = await codeBy('/password/reset/init');
    const reset = { phone: PHONE, newPassword: PASSWORDS.second };
    await expectStatus(400, post(`${AUTH}/password/reset/confirm`, { ...reset, otp: wrong(code) }));
    await expectStatus(400, post(`${AUTH}/password/reset/confirm`, { ...reset, otp: code, newPassword: PHONE.slice(1) }));
    await expectStatus(200, post(`${AUTH}/password/reset/confirm`, { ...reset, otp: code }));
    const { accessToken } = await tokensOf(post(`${AUTH}/login`, { phone: PHONE, password: PASSWORDS.second }));
    const change = (currentPassword: string) =>
      send('PUT', `${AUTH}/password`, { currentPassword, newPassword: PASSWORDS.first }, bearer(accessToken));
    await expectStatus(400, change(PASSWORDS.wrong));
    await expectStatus(200, change(PASSWORDS.second));
  }

  async function signInAsOperator(): Promise<void> {
    const signIn = (username: string, password: string) => post(TOKEN, { username, password });
    const { access, refresh } = (await expectStatus(200, signIn(BOSS, PASSWORDS.operator))) as { access: string; refresh: string };
    await expectStatus(401, signIn(BOSS, PASSWORDS.wrong));
    // a password in the field of the username
    for (let tries = 1; tries <= 5; tries += 1) await expectStatus(401, signIn(PASSWORDS.operator, PASSWORDS.wrong));
    await expectStatus(429, signIn(PASSWORDS.operator, PASSWORDS.wrong));
    await expectStatus(401, post(`${TOKEN}refresh/`, { refresh: access }));
    await expectStatus(200, post(`${TOKEN}refresh/`, { refresh }));
    await expectStatus(401, post(`${AUTH}/refresh`, { refresh_token: refresh }));
    const found = await expectStatus(200, send('GET', `${AUTH}/admin/users?q=${encodeURIComponent(PHONE)}`, undefined, bearer(access)));
    const [user] = found['data'] as { id: string }[];
    await expectStatus(200, post(`${AUTH}/admin/users/${user?.id}/unlock`, {}, bearer(access)));
    await expectStatus(400, send('GET', `${AUTH}/admin/users/${PHONE}`, undefined, bearer(access)));
    await expectStatus(200, send('PUT', `${AUTH}/admin/users/${user?.id}`, { status: 'suspended' }, bearer(access)));
    await expectStatus(403, post(`${AUTH}/login`, { phone: PHONE, password: PASSWORDS.first }));
  }

  async function failToDeliver(): Promise<void> {
    for (const how of ['reject', 'error', 'throttle', 'html', 'redirect', 'huge', 'lost', 'refuse', 'hang'] as const) {
      providers.break('whatsapp', how);
      providers.break('sms', how);
      await expectStatus(502, post(`${AUTH}/send-otp`, { phone: STRANGER }));
      await expectStatus(200, post(`${AUTH}/password/reset/init`, { phone: PHONE }));
      providers.mend();
    }
  }

  async function useKeysAndTestPhones(): Promise<void> {
    const key = { 'X-Api-Key': server.apiKey };
    const issued = await expectStatus(201, post(`${ADMIN}/api-keys`, { name: 'short', scopes: ['read'] }, key));
    const own = { 'X-Api-Key': String(issued['key']) };
    keep('an issued key', issued['key']);
    await expectStatus(403, post(`${ADMIN}/projects`, { name: 'x' }, own));
    await expectStatus(204, send('DELETE', `${ADMIN}/api-keys/${String(issued['id'])}`, undefined, key));
    await expectStatus(401, send('GET', `${ADMIN}/projects`, undefined, own));
    await expectStatus(401, send('GET', `${ADMIN}/projects?api_key=${server.apiKey}`));
    await expectStatus(201, post(`${ADMIN}/projects/11/test-phones`, { phone: TEST_PHONE, code: TEST_CODE }, key));
    await expectStatus(409, post(`${ADMIN}/projects/11/test-phones`, { phone: TEST_PHONE, code: TEST_CODE }, key));
    await expectStatus(201, post(`${AUTH}/register-verify`, { phone: TEST_PHONE, otp: TEST_CODE }));
    await expectStatus(409, post(`${AUTH}/register-verify`, { phone: TEST_PHONE, otp: TEST_CODE }));
    await expectStatus(204, send('DELETE', `${ADMIN}/projects/11/test-phones/${TEST_PHONE}`, undefined, key));
    await expectStatus(404, send('DELETE', `${ADMIN}/projects/11/test-phones/${TEST_PHONE}`, undefined, key));
    const operator = { username: 'second', password: PASSWORDS.operator, role: 'staff' };
    await expectStatus(201, post(`${ADMIN}/projects/11/operators`, operator, key));
    await expectStatus(409, post(`${ADMIN}/projects/11/operators`, operator, key));
  }

  /** Parsers and databases often quote invalid input. */
  async function sendWhatIsBroken(): Promise<void> {
    await expectStatus(400, post(`${AUTH}/login`, `{"phone":"${PHONE}","password":"${PASSWORDS.first}"`));
    await expectStatus(400, post(`${AUTH}/login`, `${PASSWORDS.first}`));
    await expectStatus(400, post(`${AUTH}/login`, { phone: `${PHONE}99999999`, password: [PASSWORDS.first] }));
    await expectStatus(400, post(`${AUTH}/login`, { phone: { number: PHONE }, password: PASSWORDS.first, projectId: PHONE }));
    await expectStatus(400, post(`${AUTH}/login-otp`, { phone: PHONE, otp: [TEST_CODE] }));
    await expectStatus(400, post(`${AUTH}/register-verify`, { phone: PHONE, otp: `${TEST_CODE}x`, password: 'x'.repeat(129) }));
    await expectStatus(400, post(`${AUTH}/refresh`, { refresh_token: { token: PEPPER } }));
    const sameTime = await Promise.all(
      Array.from({ length: 8 }, () => post(`${AUTH}/login`, { phone: STRANGER, password: PASSWORDS.wrong })),
    );
    for (const { status } of sameTime) assert.ok(status === 401 || status === 429, `${status}`);
  }

  /** Hashes, digests and the signing key. */
  async function keepWhatIsStored(): Promise<void> {
    const stored = [
      ...(await rowsOf<{ secret: string | null }>(server, 'SELECT password_hash AS secret FROM users')),
      ...(await rowsOf<{ secret: string | null }>(server, 'SELECT password_hash AS secret FROM operators')),
      ...(await rowsOf<{ secret: string | null }>(server, 'SELECT digest AS secret FROM otp_codes')),
    ];
    for (const { secret } of stored) if (secret !== null) keep('a hash', secret);
    const file = readFileSync(path.join(server.env['DATA_DIR'] ?? '', 'jwt-keys.json'), 'utf8');
    for (const { d } of (JSON.parse(file) as { keys: { d: string }[] }).keys) keep('a signing key', d);
  }

  /** Including codes that no provider accepted. */
  function keepWhatWasSent(): void {
    for (const { body } of providers.calls) for (const [code] of body.matchAll(/(?<!\d)\d{10}(?!\d)/g)) keep('a code', code);
  }

  /** Asserts that the search could find something: the log is complete and there are secrets of every kind. */
  function assertWhole(log: string, metrics: string): void {
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const answered = lines.map((line) => JSON.parse(line) as { msg?: string; route?: string }).filter(({ msg }) => msg === 'answered');
    assert.ok(answered.length > 90, `${answered.length} requests are in the log`);
    assert.ok(log.includes('OTP channel failed') && log.includes('+9665*****'), 'failures to deliver are in the log');
    assert.ok(metrics.includes('diwan_http_request_duration_seconds') && metrics.includes('/api/v2/auth/login'));
    assert.ok(errorBodies.length > 50, `${errorBodies.length} error bodies`);
    const kinds = new Set(secrets.values());
    for (const kind of ['a code', 'a wrong code', 'a token or key', 'an issued key', 'a hash', 'a signing key'])
      assert.ok(kinds.has(kind), kind);
  }
});

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 120), at + secret.length + 40);
}
