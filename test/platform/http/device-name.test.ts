import assert from 'node:assert/strict';
import { deviceNameOf } from '../../../server/platform/http/request/device-name.ts';

describe('the device of a request', () => {
  const named = (name: string, agent?: string): string | null =>
    deviceNameOf({ 'x-device-name': Buffer.from(name).toString('latin1'), ...(agent === undefined ? {} : { 'user-agent': agent }) });

  it('has the name that the client sends', () => {
    assert.equal(named("Layla's iPhone"), "Layla's iPhone");
    assert.equal(named('هاتف ليلى 📱'), 'هاتف ليلى 📱');
    assert.equal(deviceNameOf({ 'x-device-name': 'caf\u00e9' }), 'caf\u00e9', 'a name in Latin-1');
  });

  it('has one line of at most 60 characters', () => {
    assert.equal(named(` a\t\u0007 b\u202e${'\u2028'}c `), 'a b c');
    assert.equal(named('📱'.repeat(61)), '📱'.repeat(60));
    assert.equal(named(`a${'\u0301'.repeat(200)}`, 'curl/8.5'), 'curl');
  });

  it('falls back to the family of the user agent', () => {
    for (const [agent, family] of [
      ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36', 'Chrome'],
      ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1', 'Safari'],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox'],
      ['Souq/42 CFNetwork/1496.0.7 Darwin/23.5.0', 'iOS app'],
      ['okhttp/4.12.0', 'Android app'],
      ['Dart/3.4 (dart:io)', 'Dart'],
      ['diwan-cli/0.1.0', 'diwan-cli'],
      ['\u00ff/1', null],
    ] as const)
      assert.equal(named(' ', agent), family, agent);
    assert.equal(deviceNameOf({}), null);
  });
});
