import assert from 'node:assert/strict';
import { readConfig } from '../../server/config/read-config.ts';
import { SERVER_LIMITS } from '../../server/platform/http/server-limits.ts';
import { PRODUCTION } from '../support/config/config-env.ts';
import { read } from './source.ts';

const NGINX = read('deploy/nginx/api.conf');
const HAPROXY = read('deploy/haproxy/api.cfg');
const { drainSeconds } = readConfig(PRODUCTION).http;

function numbers(text: string, pattern: RegExp): number[] {
  const found = pattern.exec(text);
  assert.ok(found !== null, String(pattern));
  return found.slice(1).map(Number);
}

describe('the balancers in deploy', () => {
  it('leave out a draining process before it closes', () => {
    const [seconds = 0, failures = 0] = numbers(HAPROXY, /check inter (\d+)s fall (\d+)/);
    assert.ok(drainSeconds > seconds * failures);
    const [failSeconds = 0] = numbers(NGINX, /fail_timeout=(\d+)s;/);
    assert.ok(failSeconds > drainSeconds);
  });

  it('close idle connections before the server does', () => {
    const [seconds = 0] = numbers(NGINX, /keepalive_timeout (\d+)s;/);
    assert.ok(seconds * 1_000 < (SERVER_LIMITS.keepAliveTimeout ?? 0));
    assert.match(HAPROXY, /^ {2}option http-server-close$/m);
  });

  it('never send a write again that was sent', () => {
    assert.doesNotMatch(NGINX.replace(/#.*/g, ''), /non_idempotent/);
    assert.deepEqual(HAPROXY.match(/retry-on .*/g), ['retry-on conn-failure']);
  });
});
