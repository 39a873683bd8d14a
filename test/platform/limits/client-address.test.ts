import assert from 'node:assert/strict';
import { clientAddress } from '../../../server/platform/http/limits/client-address.ts';
import type { RateLimiters } from '../../../server/platform/http/limits/rate-limits.ts';
import { countOf, flood, type HttpExchange, type LimitedApp, limitsOf, startLocallyLimited } from '../../support/limited-app.ts';

const minute = (count: number): { count: number; seconds: number } => ({ count, seconds: 60 });
const byAddress = async (limits: RateLimiters, exchange: HttpExchange): Promise<void> =>
  limits.consume('global', clientAddress(exchange.req), exchange.res);

describe('the sender of a request', () => {
  let app: LimitedApp | undefined;

  afterEach(() => app?.close());

  async function start(...settings: Parameters<typeof startLocallyLimited>): Promise<LimitedApp> {
    app = await startLocallyLimited(...settings);
    return app;
  }

  const spoofs = ['1.1.1.1', '2001:db8::5', `"'`, 'x'.repeat(4000), '127.0.0.1, 10.0.0.1', ',,,', 'unknown'];
  const echo = async (_limits: RateLimiters, { req }: HttpExchange): Promise<unknown> => ({ address: clientAddress(req) });

  it('cannot choose its address by headers without a trusted proxy', async () => {
    const target = await start(limitsOf({ global: minute(3) }), byAddress);
    const answers = await flood(target, 21, (index) => ({
      'x-forwarded-for': `${spoofs[index % 7]}`,
      'x-real-ip': `9.9.9.${index}`,
      forwarded: `for=9.9.9.${index}`,
      'cf-connecting-ip': `9.9.9.${index}`,
    }));
    assert.equal(countOf(answers, 200), 3);
  });

  it('cannot choose its address before the trusted proxy entry', async () => {
    const target = await start(limitsOf({ global: minute(3) }), byAddress, 1);
    const answers = await flood(target, 21, (index) => ({
      'x-forwarded-for': `${spoofs[index % 7]}, 203.0.113.7`,
      'x-real-ip': `9.9.9.${index}`,
    }));
    assert.equal(countOf(answers, 200), 3);
    assert.equal((await target.get({ 'x-forwarded-for': '203.0.113.7, 203.0.113.8' })).status, 200);
  });

  it('is the proxy itself when that sends no address', async () => {
    const target = await start(limitsOf({}), echo, 1);
    for (const spoof of [`"'`, 'x'.repeat(4000), 'unknown', '1.2.3.4.5', '[::1', '1.2.3.4:99999999', '%ff']) {
      assert.deepEqual((await target.get({ 'x-forwarded-for': spoof })).body, { address: '127.0.0.1' }, spoof);
    }
  });

  it('counts all addresses of one /64 together', async () => {
    const target = await start(limitsOf({ global: minute(3) }), byAddress, 1);
    const answers = await flood(target, 300, (index) => ({ 'x-forwarded-for': `2001:db8:1:2:${index.toString(16)}::${index}` }));
    assert.equal(countOf(answers, 200), 3);
    assert.equal((await target.get({ 'x-forwarded-for': '2001:db8:1:3::1' })).status, 200);
  });

  it('counts a mapped IPv4 address as its IPv4', async () => {
    const target = await start(limitsOf({ global: minute(1) }), byAddress, 1);
    const ask = async (address: string): Promise<number> => (await target.get({ 'x-forwarded-for': address })).status;
    assert.deepEqual(
      [await ask('::ffff:1.2.3.4'), await ask('1.2.3.4'), await ask('::ffff:102:304'), await ask('1.2.3.5')],
      [200, 429, 429, 200],
    );
  });

  it('is unknown when its connection is closed', async () => {
    let address: string | undefined;
    const target = await start(limitsOf({}), async (_made, { req }) => {
      req.socket.destroy();
      address = clientAddress(req);
    });
    await assert.rejects(target.get());
    assert.equal(address, 'unknown');
  });
});

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
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::1', '::/64'],
    ['::', '::/64'],
    ['::fffe:1.2.3.4', '::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::%a::b', 'fe80::/64'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  ];
  for (const [ip, expected] of cases) {
    it(`counts ${ip} as ${expected}`, () => assert.equal(clientAddress({ ip }), expected));
  }

  it('never throws for text that is no address', () => {
    for (const ip of [
      undefined,
      '',
      ' ',
      '1.2.3',
      '::ffff:',
      ':::',
      '[',
      '[]',
      '[]:1',
      '[::1',
      '٣.1.1.1',
      '1.2.3.4 ',
      'x'.repeat(100_000),
      '['.repeat(50_000),
    ]) {
      assert.equal(clientAddress({ ip }), 'unknown', String(ip).slice(0, 20));
      assert.equal(clientAddress({ ip, socket: {} }), 'unknown');
      assert.equal(clientAddress({ ip, socket: { remoteAddress: '::ffff:10.0.0.9' } }), '10.0.0.9');
    }
  });
});
