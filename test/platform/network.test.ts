import assert from 'node:assert/strict';
import { networkOf } from '../../server/platform/network.ts';

describe('the network of an address', () => {
  it('is a /24 of IPv4 and a /48 of IPv6', () => {
    for (const [address, network] of [
      ['203.0.113.77', '203.0.113.0/24'],
      ['2001:db8:1:2::/64', '2001:db8:1::/48'],
      ['2001:db8::/64', '2001:db8::/48'],
      ['::/64', '::/48'],
      ['unknown', null],
      [null, null],
    ] as const)
      assert.equal(networkOf(address), network, String(address));
  });
});
