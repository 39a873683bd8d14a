import assert from 'node:assert/strict';
import type { RateLimitName } from '../../../server/config/types.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import { clientAddress } from '../../../server/platform/http/limits/client-address.ts';
import type { RateLimiters } from '../../../server/platform/http/limits/rate-limits.ts';
import {
  type Answer,
  countOf,
  flood,
  type HttpExchange,
  type LimitedApp,
  limitsOf,
  startLocallyLimited,
} from '../../support/limited-app.ts';
import { until } from '../../support/programs/process.ts';

const minute = (count: number): { count: number; seconds: number } => ({ count, seconds: 60 });
const byAddress = async (limits: RateLimiters, exchange: HttpExchange): Promise<void> =>
  limits.consume('global', clientAddress(exchange.req), exchange.res);

describe('rate limits in the process', () => {
  let app: LimitedApp | undefined;

  afterEach(() => app?.close());

  async function start(...settings: Parameters<typeof startLocallyLimited>): Promise<LimitedApp> {
    app = await startLocallyLimited(...settings);
    return app;
  }

  it('allows exactly the limit of 200 parallel requests', async () => {
    const answers = await flood(await start(limitsOf({ global: minute(10) }), byAddress), 200);
    assert.equal(countOf(answers, 200), 10);
    assert.equal(countOf(answers, 429), 190);
  });

  it('allows exactly the limit in one event-loop turn', async () => {
    const outcomes: string[] = [];
    const target = await start(limitsOf({ write: minute(10) }), async (made, exchange) => {
      const hit = async (): Promise<void> => made.consume('write', 'user:1', exchange.res);
      const hits = Array.from({ length: 50 }, () => hit().then(() => 'passed', refusalCode));
      outcomes.push(...(await Promise.all(hits)));
    });
    await target.get();
    assert.equal(outcomes.filter((outcome) => outcome === 'passed').length, 10);
    assert.equal(outcomes.filter((outcome) => outcome === 'throttled').length, 40);
  });

  it('keeps parallel counts of one request separate', async () => {
    const target = await start(limitsOf({ write: minute(2) }), async (made, exchange) => {
      await Promise.all([made.consume('write', 'ip', exchange.res), made.consume('write', 'e-mail', exchange.res)]);
    });
    assert.deepEqual([(await target.get()).status, (await target.get()).status, (await target.get()).status], [200, 200, 429]);
  });

  it('counts each key and limit separately', async () => {
    const target = await start(limitsOf({ login: minute(1), sendOtp: minute(1) }), async (made, exchange) => {
      await made.consume(String(exchange.req.headers['x-limit']) as RateLimitName, String(exchange.req.headers['x-key']), exchange.res);
    });
    const ask = async (limit: string, key: string): Promise<number> => (await target.get({ 'x-limit': limit, 'x-key': key })).status;
    assert.deepEqual(
      [await ask('login', 'a'), await ask('login', 'b'), await ask('sendOtp', 'a'), await ask('login', 'a')],
      [200, 200, 200, 429],
    );
  });

  it('distinguishes long keys by their whole length', async () => {
    const target = await start(limitsOf({ events: minute(1) }), async (made, exchange) =>
      made.consume('events', 'x'.repeat(500) + String(exchange.req.headers['x-key']), exchange.res),
    );
    assert.deepEqual(
      [
        (await target.get({ 'x-key': 'a' })).status,
        (await target.get({ 'x-key': 'b' })).status,
        (await target.get({ 'x-key': 'a' })).status,
      ],
      [200, 200, 429],
    );
  });

  it('does nothing for a limit that is off', async () => {
    const target = await start(limitsOf({}), async (made, exchange) => {
      await made.consume('global', 'anyone', exchange.res);
      return { blocked: await made.blockedFor('global', 'anyone') };
    });
    const answers = await flood(target, 50);
    assert.equal(countOf(answers, 200), 50);
    assert.deepEqual(
      [...(answers[0] as Answer).headers.keys()].filter((name) => name.includes('ratelimit')),
      [],
    );
    assert.deepEqual(answers[0]?.body, { blocked: 0 });
  });

  describe('headers', () => {
    it('lists each counted limit as in draft 8', async () => {
      const target = await start(limitsOf({ registerInit: minute(5), loginOtp: { count: 3, seconds: 300 } }), async (made, exchange) => {
        await made.consume('registerInit', 'a', exchange.res);
        await made.consume('loginOtp', 'b', exchange.res);
      });
      const { headers, status } = await target.get();
      assert.equal(status, 200);
      assert.match(headers.get('RateLimit') ?? '', /^"register-init"; r=4; t=(59|60), "login-otp"; r=2; t=(299|300)$/);
      assert.equal(headers.get('RateLimit-Policy'), '"register-init"; q=5; w=60, "login-otp"; q=3; w=300');
      assert.deepEqual(
        [headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining'), headers.get('X-RateLimit-Reset')],
        ['3', '2', null],
      );
    });

    it('shows the limit with the fewest hits left', async () => {
      const target = await start(limitsOf({ login: minute(2), global: minute(100) }), async (made, exchange) => {
        await made.consume('login', 'a', exchange.res);
        await made.consume('global', 'b', exchange.res);
      });
      const { headers } = await target.get();
      assert.deepEqual([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')], ['2', '1']);
    });

    it('shows the limit that refused and its seconds', async () => {
      const target = await start(limitsOf({ global: minute(1), login: { count: 2, seconds: 70 } }), async (made, exchange) => {
        await made.consume('global', String(exchange.req.headers['x-key']), exchange.res);
        await made.consume('login', 'phone', exchange.res);
      });
      await target.get({ 'x-key': 'a' });
      await target.get({ 'x-key': 'b' });
      const { status, headers, body } = await target.get({ 'x-key': 'c' });
      const seconds = Number(headers.get('Retry-After'));
      assert.equal(status, 429);
      assert.ok(seconds >= 40 && seconds <= 70, `Retry-After ${seconds}`);
      assert.deepEqual([body['code'], body['available_in'], body['statusCode']], ['throttled', seconds, 429]);
      assert.deepEqual([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')], ['2', '0']);
      assert.match(headers.get('RateLimit') ?? '', /"login"; r=0; t=([4-6]\d|70)$/);
    });
  });

  describe('window', () => {
    it('ends on time despite refusals and never shows 0', async () => {
      const target = await start(limitsOf({ global: { count: 2, seconds: 2 } }), byAddress);
      const startedAt = performance.now();
      assert.deepEqual([(await target.get()).status, (await target.get()).status], [200, 200]);
      const waits: (string | null)[] = [];
      await until(
        async () => {
          const answer = await target.get();
          if (answer.status === 429) waits.push(answer.headers.get('Retry-After'));
          return answer.status === 200;
          // refusals that prolonged the window would prolong it for ever
        },
        undefined,
        5_000,
      );
      const elapsed = performance.now() - startedAt;
      assert.ok(elapsed > 1_950, `a window of 2 s took ${elapsed} ms`);
      assert.ok(waits.length > 0, 'there were refusals within the window');
      assert.deepEqual(
        waits.filter((seconds) => seconds !== '1' && seconds !== '2'),
        [],
      );
    });
  });

  describe('blockedFor', () => {
    it('returns the seconds once used up and counts nothing', async () => {
      const target = await start(limitsOf({ failedKeys: { count: 2, seconds: 60 } }), async (made, exchange) => {
        const said: number[] = [];
        for (let round = 0; round < 4; round += 1) said.push(await made.blockedFor('failedKeys', 'x'));
        await made.consume('failedKeys', 'x', exchange.res);
        said.push(await made.blockedFor('failedKeys', 'x'), await made.blockedFor('failedKeys', 'another'));
        return { said };
      });
      assert.deepEqual((await target.get()).body, { said: [0, 0, 0, 0, 0, 0] });
      const [before, , , , after, another] = (await target.get()).body['said'] as number[];
      assert.equal(before, 0);
      assert.ok(Number(after) >= 40 && Number(after) <= 60, `blocked for ${after}`);
      assert.equal(another, 0);
    });
  });
});

function refusalCode(error: unknown): string {
  return error instanceof ApiError ? error.code : String(error);
}
