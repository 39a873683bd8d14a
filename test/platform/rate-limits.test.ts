import assert from 'node:assert/strict';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import type { RateLimitConfig, RateLimitName } from '../../server/config/types.ts';
import { ApiError } from '../../server/platform/errors.ts';
import { clientAddress } from '../../server/platform/http/client-address.ts';
import { createRateLimiters, type RateLimiters } from '../../server/platform/http/rate-limits.ts';
import { countOf, limitsOf, startLimitedApp, until, type Answer, type LimitedApp } from '../support/limited-app.ts';

const silent = pino({ level: 'silent' });
const minute = (count: number): { count: number; seconds: number } => ({ count, seconds: 60 });

describe('rate limits in the process', () => {
  let limits: RateLimiters | undefined;
  let app: LimitedApp | undefined;

  afterEach(async () => {
    await app?.close();
    await limits?.close();
  });

  type Exchange = { req: Request; res: Response };
  async function start(config: RateLimitConfig, handle: (limits: RateLimiters, exchange: Exchange) => Promise<unknown>, hops = 0): Promise<LimitedApp> {
    const made = createRateLimiters({ redisUrl: null, rateLimits: config }, silent);
    limits = made;
    app = await startLimitedApp((exchange) => handle(made, exchange), hops);
    return app;
  }

  const byAddress = (made: RateLimiters, exchange: Exchange): Promise<void> => made.consume('global', clientAddress(exchange.req), exchange);

  function parallel(target: LimitedApp, count: number, headers?: (index: number) => Record<string, string>): Promise<Answer[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => target.get(headers?.(index))));
  }

  it('lets exactly as many pass as the limit says, of 200 in parallel', async () => {
    const answers = await parallel(await start(limitsOf({ global: minute(10) }), byAddress), 200);
    assert.equal(countOf(answers, 200), 10);
    assert.equal(countOf(answers, 429), 190);
  });

  it('lets exactly as many pass of hits in one turn of the event loop', async () => {
    const outcomes: string[] = [];
    const target = await start(limitsOf({ write: minute(10) }), async (made, exchange) => {
      const hits = Array.from({ length: 50 }, () => made.consume('write', 'user:1', exchange).then(() => 'passed', refusalCode));
      outcomes.push(...(await Promise.all(hits)));
    });
    await target.get();
    assert.equal(outcomes.filter((outcome) => outcome === 'passed').length, 10);
    assert.equal(outcomes.filter((outcome) => outcome === 'throttled').length, 40);
  });

  it('does not mix the keys of counts that run side by side on one request', async () => {
    const target = await start(limitsOf({ guestReview: minute(2) }), async (made, exchange) => {
      await Promise.all([made.consume('guestReview', 'ip', exchange), made.consume('guestReview', 'e-mail', exchange)]);
    });
    assert.deepEqual([(await target.get()).status, (await target.get()).status, (await target.get()).status], [200, 200, 429]);
  });

  it('keeps keys and limits apart', async () => {
    const target = await start(limitsOf({ login: minute(1), sendOtp: minute(1) }), async (made, exchange) => {
      await made.consume(String(exchange.req.headers['x-limit']) as RateLimitName, String(exchange.req.headers['x-key']), exchange);
    });
    const ask = async (limit: string, key: string): Promise<number> => (await target.get({ 'x-limit': limit, 'x-key': key })).status;
    assert.deepEqual([await ask('login', 'a'), await ask('login', 'b'), await ask('sendOtp', 'a'), await ask('login', 'a')], [200, 200, 200, 429]);
  });

  it('tells apart long keys by their whole length', async () => {
    const target = await start(limitsOf({ events: minute(1) }), (made, exchange) => made.consume('events', 'x'.repeat(500) + String(exchange.req.headers['x-key']), exchange));
    assert.deepEqual([(await target.get({ 'x-key': 'a' })).status, (await target.get({ 'x-key': 'b' })).status, (await target.get({ 'x-key': 'a' })).status], [200, 200, 429]);
  });

  it('does nothing for a limit that is off', async () => {
    const target = await start(limitsOf({}), async (made, exchange) => {
      await made.consume('global', 'anyone', exchange);
      return { blocked: await made.blockedFor('global', 'anyone') };
    });
    const answers = await parallel(target, 50);
    assert.equal(countOf(answers, 200), 50);
    assert.deepEqual([...(answers[0] as Answer).headers.keys()].filter((name) => name.includes('ratelimit')), []);
    assert.deepEqual(answers[0]?.body, { blocked: 0 });
  });

  describe('headers', () => {
    it('names each limit that was counted, in the shape of draft 8, and shows the nearest in X-RateLimit', async () => {
      const target = await start(limitsOf({ registerInit: minute(5), loginOtp: { count: 3, seconds: 300 } }), async (made, exchange) => {
        await made.consume('registerInit', 'a', exchange);
        await made.consume('loginOtp', 'b', exchange);
      });
      const { headers, status } = await target.get();
      assert.equal(status, 200);
      assert.match(headers.get('RateLimit') ?? '', /^"register-init"; r=4; t=(59|60), "login-otp"; r=2; t=(299|300)$/);
      assert.match(headers.get('RateLimit-Policy') ?? '', /^"register-init"; q=5; w=60; pk=:[\w+/=]+:, "login-otp"; q=3; w=300; pk=:[\w+/=]+:$/);
      assert.deepEqual([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining'), headers.get('X-RateLimit-Reset')], ['3', '2', null]);
    });

    it('goes on showing the limit with fewer hits left when a wider one is counted after it', async () => {
      const target = await start(limitsOf({ login: minute(2), global: minute(100) }), async (made, exchange) => {
        await made.consume('login', 'a', exchange);
        await made.consume('global', 'b', exchange);
      });
      const { headers } = await target.get();
      assert.deepEqual([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')], ['2', '1']);
    });

    it('shows the limit that refused, with the seconds until its window ends in header and body', async () => {
      const target = await start(limitsOf({ global: minute(1), login: { count: 2, seconds: 7 } }), async (made, exchange) => {
        await made.consume('global', String(exchange.req.headers['x-key']), exchange);
        await made.consume('login', 'phone', exchange);
      });
      await target.get({ 'x-key': 'a' });
      await target.get({ 'x-key': 'b' });
      const { status, headers, body } = await target.get({ 'x-key': 'c' });
      const seconds = Number(headers.get('Retry-After'));
      assert.equal(status, 429);
      assert.ok(seconds === 6 || seconds === 7, `Retry-After ${seconds}`);
      assert.deepEqual([body['code'], body['available_in'], body['statusCode']], ['throttled', seconds, 429]);
      assert.deepEqual([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')], ['2', '0']);
      assert.match(headers.get('RateLimit') ?? '', /"login"; r=0; t=[67]$/);
    });
  });

  describe('window', () => {
    it('ends when it should, whatever was refused in it, and never says 0 seconds', async () => {
      const target = await start(limitsOf({ global: { count: 2, seconds: 1 } }), byAddress);
      const startedAt = performance.now();
      assert.deepEqual([(await target.get()).status, (await target.get()).status], [200, 200]);
      const waits: (string | null)[] = [];
      await until(async () => {
        const answer = await target.get();
        if (answer.status === 429) waits.push(answer.headers.get('Retry-After'));
        return answer.status === 200;
      });
      const elapsed = performance.now() - startedAt;
      assert.ok(elapsed > 950 && elapsed < 1500, `a window of 1 s took ${elapsed} ms`);
      assert.ok(waits.length > 5, 'there were refusals within the window');
      assert.deepEqual([...new Set(waits)], ['1']);
    });
  });

  it('keeps a window that is longer than any timer', async () => {
    const target = await start(limitsOf({ global: { count: 1, seconds: 40 * 86_400 } }), byAddress);
    const startedAt = performance.now();
    assert.equal((await target.get()).status, 200);
    await until(() => performance.now() > startedAt + 60);
    assert.equal((await target.get()).status, 429);
  });

  describe('blockedFor', () => {
    it('says 0 until the limit is used up, then the seconds, and counts nothing itself', async () => {
      const target = await start(limitsOf({ failedKeys: { count: 2, seconds: 60 } }), async (made, exchange) => {
        const said: number[] = [];
        for (let round = 0; round < 4; round += 1) said.push(await made.blockedFor('failedKeys', 'x'));
        await made.consume('failedKeys', 'x', exchange);
        said.push(await made.blockedFor('failedKeys', 'x'), await made.blockedFor('failedKeys', 'another'));
        return { said };
      });
      assert.deepEqual((await target.get()).body, { said: [0, 0, 0, 0, 0, 0] });
      const [before, , , , after, another] = (await target.get()).body['said'] as number[];
      assert.equal(before, 0);
      assert.ok(after === 59 || after === 60, `blocked for ${after}`);
      assert.equal(another, 0);
    });
  });

  describe('sender', () => {
    const spoofs = ['1.1.1.1', '2001:db8::5', `"'`, 'x'.repeat(4000), '127.0.0.1, 10.0.0.1', ',,,', 'unknown'];
    const echo = async (_made: RateLimiters, { req }: Exchange): Promise<unknown> => ({ address: clientAddress(req) });

    it('cannot choose its address by a header when no proxy is trusted', async () => {
      const target = await start(limitsOf({ global: minute(3) }), byAddress);
      const answers = await parallel(target, 21, (index) => ({ 'x-forwarded-for': `${spoofs[index % 7]}`, 'x-real-ip': `9.9.9.${index}`, forwarded: `for=9.9.9.${index}`, 'cf-connecting-ip': `9.9.9.${index}` }));
      assert.equal(countOf(answers, 200), 3);
    });

    it('cannot choose its address by what it puts before the entry of the one trusted proxy', async () => {
      const target = await start(limitsOf({ global: minute(3) }), byAddress, 1);
      const answers = await parallel(target, 21, (index) => ({ 'x-forwarded-for': `${spoofs[index % 7]}, 203.0.113.7`, 'x-real-ip': `9.9.9.${index}` }));
      assert.equal(countOf(answers, 200), 3);
      assert.equal((await target.get({ 'x-forwarded-for': '203.0.113.7, 203.0.113.8' })).status, 200);
    });

    it('is the proxy itself when the proxy sends no address', async () => {
      const target = await start(limitsOf({}), echo, 1);
      for (const spoof of [`"'`, 'x'.repeat(4000), 'unknown', '1.2.3.4.5', '[::1', '1.2.3.4:99999999', '%ff']) {
        assert.deepEqual((await target.get({ 'x-forwarded-for': spoof })).body, { address: '127.0.0.1' }, spoof);
      }
    });

    it('counts 300 addresses of one /64 once and the next /64 apart', async () => {
      const target = await start(limitsOf({ global: minute(3) }), byAddress, 1);
      const answers = await parallel(target, 300, (index) => ({ 'x-forwarded-for': `2001:db8:1:2:${index.toString(16)}::${index}` }));
      assert.equal(countOf(answers, 200), 3);
      assert.equal((await target.get({ 'x-forwarded-for': '2001:db8:1:3::1' })).status, 200);
    });

    it('counts a mapped IPv4 address as its IPv4, and other ones apart', async () => {
      const target = await start(limitsOf({ global: minute(1) }), byAddress, 1);
      const ask = async (address: string): Promise<number> => (await target.get({ 'x-forwarded-for': address })).status;
      assert.deepEqual([await ask('::ffff:1.2.3.4'), await ask('1.2.3.4'), await ask('::ffff:102:304'), await ask('1.2.3.5')], [200, 429, 429, 200]);
    });

    it('is unknown when its connection is gone', async () => {
      let address: string | undefined;
      const target = await start(limitsOf({}), async (_made, { req }) => {
        req.socket.destroy();
        address = clientAddress(req);
      });
      await assert.rejects(target.get());
      assert.equal(address, 'unknown');
    });
  });
});

function refusalCode(error: unknown): string {
  return error instanceof ApiError ? error.code : String(error);
}

describe('clientAddress', () => {
  const cases: readonly [string, string][] = [
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['0000:0000:0000:0000:0000:ffff:0102:0304', '1.2.3.4'],
    ['::ffff:255.255.255.255', '255.255.255.255'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::fffe:1.2.3.4', '0:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::%a::b', 'fe80:0:0:0::/64'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  ];
  for (const [ip, expected] of cases) {
    it(`counts ${ip} as ${expected}`, () => assert.equal(clientAddress({ ip }), expected));
  }

  it('never throws on odd input', () => {
    for (const ip of [undefined, '', ' ', '1.2.3', '::ffff:', ':::', '[', '[]', '[]:1', '[::1', '٣.1.1.1', '1.2.3.4 ', 'x'.repeat(100_000), '['.repeat(50_000)]) {
      assert.equal(clientAddress({ ip }), 'unknown', String(ip).slice(0, 20));
      assert.equal(clientAddress({ ip, socket: {} }), 'unknown');
      assert.equal(clientAddress({ ip, socket: { remoteAddress: '::ffff:10.0.0.9' } }), '10.0.0.9');
    }
  });
});
