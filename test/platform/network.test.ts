import assert from 'node:assert/strict';
import { networkOf } from '../../server/platform/network.ts';

describe('the network of an address', () => {
  it('is a /24 of IPv4 and a /48 of IPv6', () => {
    for (const [address, network] of [
      ['203.0.113.77', '203.0.113.0/24'],
      ['2001:db8:1:2::/64', '2001:db8:1::/48'],
      ['2001:db8::/64', '2001:db8::/48'],
      ['2001:db8:0:1::/64', '2001:db8::/48'],
      ['2001:db8:0000:0:5::/64', '2001:db8::/48'],
      ['2001:0DB8::1', '2001:db8::/48'],
      ['2001:0:5:1::/64', '2001:0:5::/48'],
      ['2001::5:1:2:3:4:5', '2001:0:5::/48'],
      ['::1:2:3:4:5:6', '0:0:1::/48'],
      ['::/64', '::/48'],
      ['unknown', null],
      [null, null],
    ] as const)
      assert.equal(networkOf(address), network, String(address));
  });
});
