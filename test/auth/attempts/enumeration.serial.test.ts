import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FULL_COST } from '../../../server/platform/crypto/password.ts';
import { type Launched, relaunch } from '../../flows/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { authClient } from '../../support/requests/client.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { startContactServer } from '../account/contact-support.ts';
import { type AuthServer, clientOf, newPhone, PASSWORD, register, type SendingPath, startAuthServer } from '../support.ts';

/** Requests of each kind, alternating. */
const TRIES = 60;
/** Medians of the same work differ by less, unless the machine is busy. */
const TOLERANCE = 0.1;
/** Noise may make some attempts differ; different work differs in each. */
const ATTEMPTS = 10;
/** Lets work after a reply finish, so that it does not slow down the next request. */
const PAUSE_MS = 4;

/** Statements that no request makes, or only now and then: reads of what is kept for a moment, and the statistics of codes. */
const FROM_TIME_TO_TIME = /\brevocations\b|\bcode_statistics\b|FROM `projects`/;

describe('a registered and an unregistered phone', () => {
  let server: Launched;
  let known: string;
  const unknown = newPhone();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  before(async () => {
    const { server: first, providers, close } = await startAuthServer({ passwordCost: FULL_COST });
    ({ phone: known } = await register(first, providers, newPhone(), { password: PASSWORD }));
    await close();
    // a separate process without providers, whose work would be measured too
    const env = { OTP_CHANNELS: 'console', OTP_COOLDOWN_SECONDS: '0', LOGIN_LOCKOUT_ATTEMPTS: '1000000' };
    server = await relaunch({ ...first.env, ...env, PORT: String(await freePort()) });
  });
  after(() => {
    agent.destroy();
    endProcesses();
  });

  const post = (path: string, body: object) => ask(server.url, `/api/v2/auth${path}`, { method: 'POST', body, agent });
  const ways: readonly [path: '/login' | SendingPath, bodyOf: (phone: string) => object][] = [
    ['/login', (phone) => ({ phone, password: 'incorrect horse battery' })],
    ['/register-init', (phone) => ({ phone })],
    ['/send-otp', (phone) => ({ phone })],
    ['/password/reset/init', (phone) => ({ phone })],
  ];

  for (const [path, bodyOf] of ways) {
    it(`get the same reply from ${path}`, async () => {
      const answers = [await post(path, bodyOf(known)), await post(path, bodyOf(unknown))];
      assert.deepEqual(visibleParts(answers[0]), visibleParts(answers[1]));
    });

    it(`take the same time at ${path}`, () => assertSameTime([known, unknown].map((phone) => () => post(path, bodyOf(phone)))));
  }
});

describe('a new phone or address that somebody else has proved', () => {
  let server: Launched;
  let caller: string;
  let known: string;
  /** The access tokens of users with a proved address of somebody else, and with a free one. */
  let holders: readonly string[];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  before(async () => {
    const first = await startContactServer();
    const [owner, taken, free, changer] = await Promise.all([1, 2, 3, 4].map(() => first.newUser({ password: PASSWORD })));
    if (!owner || !taken || !free || !changer) throw new Error('no users');
    const email = 'taken@example.com';
    const code = await first.requestEmailCode(owner, email);
    await clientOf(first.server, owner).post('/email/verify', { code }).expect(200);
    await clientOf(first.server, taken).put('/profile', { email }).expect(200);
    await clientOf(first.server, free).put('/profile', { email: 'freed@example.com' }).expect(200);
    known = owner.phone;
    caller = changer.tokens.accessToken;
    holders = [taken, free].map(({ tokens }) => tokens.accessToken);
    await first.close();
    // the mails stay in the outbox: no server listens
    const env = { OTP_CHANNELS: 'console', SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_ACCOUNT: 'off' };
    server = await relaunch({ ...first.server.env, ...env, PORT: String(await freePort()) });
  });
  after(() => {
    agent.destroy();
    endProcesses();
  });

  const post = (path: string, token: string, body: object = {}) =>
    ask(server.url, `/api/v2/auth${path}`, { method: 'POST', body, agent, headers: { Authorization: `Bearer ${token}` } });
  const ways: Readonly<Record<string, () => (() => Promise<Answer>)[]>> = {
    '/phone/change/init': () => [known, newPhone()].map((phone) => () => post('/phone/change/init', caller, { phone, password: PASSWORD })),
    '/email/verify-init': () => holders.map((token) => () => post('/email/verify-init', token)),
  };

  for (const [path, callsOf] of Object.entries(ways)) {
    it(`gets the same reply as a free one from ${path}`, async () => {
      const [taken, free] = [await callsOf()[0]?.(), await callsOf()[1]?.()];
      assert.equal(taken?.status, 200);
      assert.deepEqual(visibleParts(taken), visibleParts(free));
    });

    it(`takes the same time as a free one at ${path}`, () => assertSameTime(callsOf()));
  }
});

describe('the first failure of registered and unregistered phones', () => {
  let auth: AuthServer;
  before(async () => {
    auth = await startAuthServer();
  });
  after(() => auth.close());

  const ways: readonly [path: string, bodyOf: (phone: string) => object, status: number][] = [
    ['/login', (phone) => ({ phone, password: 'incorrect horse battery' }), 401],
    ['/login-otp', (phone) => ({ phone, otp: '123456' }), 400],
    ['/password/reset/confirm', (phone) => ({ phone, otp: '123456', newPassword: 'another horse battery' }), 400],
  ];

  for (const [path, bodyOf, status] of ways)
    it(`sends the same SQL statements at ${path}`, async () => {
      const shapesFor = async (phone: string) => {
        const statements = await statementsOf(auth.server.db, async () => authClient(auth.server).post(path, bodyOf(phone)).expect(status));
        return statements.filter((sql) => !FROM_TIME_TO_TIME.test(sql)).map(withoutValues);
      };
      const { phone } = await register(auth.server, auth.providers, newPhone(), { password: PASSWORD });
      assert.deepEqual(await shapesFor(phone), await shapesFor(newPhone()));
    });
});

function withoutValues(sql: string): string {
  return sql.replace(/\([\w-]{36}\)/g, '').replace(/'[^']*'|\b\d+\b/g, '?');
}

/** The reply without the parts that differ for every request. */
function visibleParts(answer: Answer | undefined): object {
  const { status, headers, body } = answer as Answer;
  const names = Object.keys(headers).sort();
  return { status, names, length: headers['content-length'], body: { ...body, timestamp: '', requestId: '' } };
}

/** Compares two calls: noise may make some attempts differ. */
async function assertSameTime(calls: (() => Promise<Answer>)[]): Promise<void> {
  const seen: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [left, right] = await medians(calls);
    if (Math.abs(left - right) <= TOLERANCE * Math.max(left, right)) return;
    seen.push(`${left.toFixed(2)} and ${right.toFixed(2)} ms`);
  }
  assert.fail(`medians of the two: ${seen.join(', ')}`);
}

/** The medians of two alternating calls in milliseconds; the order changes each time. */
async function medians(calls: (() => Promise<Answer>)[]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let index = 0; index < TRIES; index += 1) {
    for (const which of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      await sleep(PAUSE_MS);
      const startedAt = performance.now();
      await calls[which]?.();
      times[which].push(performance.now() - startedAt);
    }
  }
  return [median(times[0]), median(times[1])];
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
