import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProbe } from '../../support/probe-service.ts';
import { until } from '../../support/programs/process.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** More than the least limit of 80. */
const CLIENTS = 200;
const READ = '/api/v1/probe/slow?ms=0';

describe('a server that cannot keep up', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services, env: { OVERLOAD_DELAY_MS: '10' } });
  });
  after(() => server.close());

  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^diwan_${name} (\\d+)`, 'm').exec((await ask(server.url, '/metrics')).text)?.[1]);
  const isOverloaded = ({ text }: Answer): boolean => text.includes('overloaded');

  it('refuses work, but neither sign-in nor probes', async () => {
    let goesOn = true;
    const client = async (): Promise<void> => {
      // they occupy all slots until they are released
      while (goesOn) if (isOverloaded(await ask(server.url, '/api/v1/probe/held'))) await sleep(5);
    };
    const clients = Array.from({ length: CLIENTS }, client);
    let refused: Answer | undefined;
    await until(async () => {
      refused = await ask(server.url, READ);
      return isOverloaded(refused);
    });
    assert.ok(refused !== undefined && refusal(refused) === '503 unavailable');
    assert.match(String(refused.headers['retry-after']), /^[123]$/);
    await until(async () => (await metric('requests_admitted')) === 80);

    for (const path of ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json'])
      assert.equal((await ask(server.url, path)).status, 200, path);
    assert.equal(refusal(await ask(server.url, '/api/v1/apps/none/features')), '404 app_not_found', 'answered from memory');
    const signIn = { method: 'POST', body: { username: 'none', password: 'wrong-password' } };
    for (const path of ['/api/v1/auth/auth/token', '/api/v1/auth/auth/token/?from=app'])
      assert.equal((await ask(server.url, path, signIn)).status, 401);

    goesOn = false;
    probe.release();
    await Promise.all(clients);
    await until(async () => (await metric('requests_admitted')) > 80);
    assert.equal((await ask(server.url, READ)).status, 200, 'serves again afterwards');
    assert.equal(await metric('requests_under_way'), 0);
  });
});
