import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { attempt } from '../../../server/platform/webhooks/attempt.ts';
import { Targets } from '../../../server/platform/webhooks/target.ts';

const REFUSED = 'the address is private or special';
/** Names of this machine resolve to its own addresses. */
const NAMES = ['localhost', 'LOCALHOST.', hostname()];
const ADDRESSES = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
];
const IPV6 = [
  '::1',
  '::',
  '::7f00:1',
  'fe80::1',
  'fec0::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '64:ff9b:1::7f00:1',
  '3fff::1',
];

describe('the targets of webhooks', () => {
  let port = 0;
  let hits = 0;
  const listeners: Server[] = [];

  before(async () => {
    for (const [index, host] of ['0.0.0.0', '::'].entries()) {
      const listener = createServer((socket) => {
        hits += 1;
        socket.destroy();
      });
      listeners.push(listener);
      // a machine without IPv6 has no second one
      await new Promise<void>((resolve) => listener.once('error', () => resolve()).listen({ port, host, ipv6Only: index > 0 }, resolve));
      const address = listener.address();
      if (typeof address === 'object' && address !== null) port = address.port;
    }
  });
  beforeEach(() => {
    hits = 0;
  });
  after(() => {
    for (const listener of listeners) listener.close();
  });

  const send = (targets: Targets, host: string, scheme = 'http') =>
    attempt(targets, { url: `${scheme}://${host}:${port}/`, headers: {}, body: '{}' });

  for (const scheme of ['http', 'https']) {
    it(`refuse 30 special addresses in every spelling over ${scheme}`, async () => {
      const targets = new Targets({ allowPrivate: [], isProduction: false });
      const hosts = [...ADDRESSES.flatMap(spellings), ...IPV6.map((address) => `[${address}]`)];
      assert.ok(hosts.length > 22 * 5);
      for (const host of hosts) assert.equal((await send(targets, host, scheme)).error, REFUSED, host);
      assert.equal(hits, 0);
      targets.close();
    });

    it(`refuse names that resolve to this machine over ${scheme}`, async () => {
      const targets = new Targets({ allowPrivate: [], isProduction: false });
      for (const name of NAMES) assert.ok([REFUSED, 'ENOTFOUND'].includes((await send(targets, name, scheme)).error ?? ''), name);
      assert.equal((await send(targets, 'localhost', scheme)).error, REFUSED);
      assert.equal(hits, 0);
      targets.close();
    });
  }

  it('refuse the own addresses of this machine', async () => {
    const targets = new Targets({ allowPrivate: [], isProduction: false });
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family } of own.filter(({ internal }) => internal))
      assert.equal((await send(targets, family === 'IPv6' ? `[${address}]` : address)).error, REFUSED, address);
    assert.equal(hits, 0);
    targets.close();
  });

  it('open the networks that the setting lists', async () => {
    const targets = new Targets({ allowPrivate: ['127.0.0.0/8'], isProduction: false });
    assert.equal((await send(targets, '127.0.0.1')).error, 'ECONNRESET');
    assert.equal((await send(targets, 'localhost')).error?.startsWith('E') || hits > 1, true);
    assert.ok(hits >= 1);
    for (const host of ['10.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '169.254.169.254'])
      assert.equal((await send(targets, host)).error, REFUSED, host);
    targets.close();
  });

  it('are https without credentials in production', () => {
    const targets = new Targets({ allowPrivate: [], isProduction: true });
    assert.deepEqual(
      [
        'https://hooks.example.com/a?b=c',
        'http://hooks.example.com/',
        'https://u:p@hooks.example.com/',
        'https://u@hooks.example.com/',
        'hooks',
        'file:///etc/passwd',
        'https://1.1.1.1/',
        'https://hooks.example.com/#x',
      ].map((url) => targets.faultOf(url)),
      [null, 'https', 'credentials', 'credentials', 'url', 'url', null, 'url'],
    );
    targets.close();
  });
});

/** Spellings of an IPv4 address that URL parsers and resolvers take for it. */
function spellings(address: string): string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = number.toString(16).padStart(8, '0');
  return [
    address,
    String(number),
    `0x${hex}`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${address}.`,
    `[::ffff:${address}]`,
    `[::${hex.slice(0, 4)}:${hex.slice(4)}]`,
    `[64:ff9b::${hex.slice(0, 4)}:${hex.slice(4)}]`,
    parts.join('%2e'),
    parts.join('。'),
  ];
}
