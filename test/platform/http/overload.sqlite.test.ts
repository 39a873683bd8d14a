import assert from 'node:assert/strict';
import { atOnce, tally } from '../../support/key-access.ts';
import { createProbe } from '../../support/probe-service.ts';
import { until } from '../../support/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { ask, refusal } from '../../support/wire.ts';

/** More than the least limit of 32. */
const HELD = 60;

describe('a server that cannot keep up', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services, env: { OVERLOAD_DELAY_MS: '10' } });
  });
  after(() => server.close());

  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^diwan_${name} (\\d+)`, 'm').exec((await ask(server.url, '/metrics')).text)?.[1]);

  it('refuses work, but neither sign-in nor probes', async () => {
    const held = atOnce(HELD, () => ask(server.url, '/api/v1/probe/held'));
    await until(async () => (await metric('requests_admitted')) === 32);
    const signIn = { username: 'none', password: 'wrong-password' };
    for (const [options, path] of [
      [{}, '/api/v1/probe/slow?ms=0'],
      [{ method: 'POST', body: 'not JSON' }, '/api/v1/feedback/posts'],
    ] as const) {
      const answer = await ask(server.url, path, options);
      assert.equal(refusal(answer), '503 unavailable', path);
      assert.match(String(answer.headers['retry-after']), /^[123]$/);
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json'])
      assert.equal((await ask(server.url, path)).status, 200, path);
    assert.equal(refusal(await ask(server.url, '/api/v1/apps/none/features')), '404 app_not_found', 'answered from memory');
    for (const path of ['/api/v1/auth/auth/token', '/api/v1/auth/auth/token/?from=app'])
      assert.equal((await ask(server.url, path, { method: 'POST', body: signIn })).status, 401);
    probe.release();
    const answers = tally(await held);
    assert.equal((answers[200] ?? 0) + (answers[503] ?? 0), HELD);
    await until(async () => (await metric('requests_admitted')) > 32);
    assert.equal((await ask(server.url, '/api/v1/probe/slow?ms=0')).status, 200, 'serves again afterwards');
    assert.equal(await metric('requests_under_way'), 0);
  });
});
