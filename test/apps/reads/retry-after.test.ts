import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const DAY_MS = 86_400_000;
const HOUR = '3600';

describe('Retry-After', () => {
  let clock: MovableClock;
  let server: TestServer;
  let slug: string;

  before(async () => {
    clock = movableClock('2026-03-10T00:30:00.000Z');
    server = await startServer({
      clock,
      env: { EVENTS_DAILY_BYTES: '1', RATE_LIMIT_FAILED_KEYS: '1/604800', OTP_COOLDOWN_SECONDS: '86400' },
    });
    slug = await registerApp(server);
  });
  after(() => server.close());

  it('is an hour at most during a long maintenance', async () => {
    const until = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    for (const times of [{ estimatedEnd: until(60) }, { endAt: until(60) }, { estimatedEnd: until(0.01) }]) {
      await admin(server)
        .put(`/admin/apps/${slug}/maintenance`, { isActive: true, messageEn: 'Back soon', ...times })
        .expect(200);
      const expected = 'estimatedEnd' in times && times.estimatedEnd === until(0.01) ? '864' : HOUR;
      for (const path of ['/maintenance', '/bootstrap']) {
        const { headers } = await client(server).get(`/apps/${slug}${path}`).expect(200);
        assert.equal(headers['retry-after'], expected, path);
      }
      const gate = await ask(server.url, `/api/v1/apps/${slug}/gate`);
      assert.deepEqual([gate.status, gate.headers['retry-after'], gate.body['available_in']], [503, expected, Number(expected)]);
    }
  });

  it('is an hour at most for a weekly limit', async () => {
    const wrong = client(server, { apiKey: 'dk_00000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
    await wrong.get('/admin/apps').expect(401);
    const { headers, body } = await wrong.get('/admin/apps').expect(429);
    assert.equal(headers['retry-after'], HOUR);
    assert.ok(body.available_in > 600_000);
  });

  it('is an hour at most for the daily bytes', async () => {
    await client(server).post(`/apps/${slug}/analytics`, { eventType: 'open' }).expect(201);
    const { headers, body } = await client(server).post(`/apps/${slug}/analytics`, { eventType: 'open' }).expect(429);
    assert.deepEqual([headers['retry-after'], body.available_in], [HOUR, 84_600]);
  });

  it('is an hour at most before the next code', async () => {
    const init = () => client(server, {}, '/api/v2/auth').post('/register-init', { phone: '+966500000041', name: 'Noura' });
    await init();
    const { headers, body } = await init().expect(429);
    assert.deepEqual([headers['retry-after'], body.available_in], [HOUR, 86_400]);
  });
});
