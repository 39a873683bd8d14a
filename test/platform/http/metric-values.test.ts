import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { VERSION } from '../../../server/boot/version.ts';
import { insertMails } from '../../../server/platform/mail/outbox.ts';
import { type AuthServer, login, newPhone, PASSWORD, register, requestCode, startAuthServer, wrongCode } from '../../auth/support.ts';
import { guest } from '../../feedback/support.ts';
import { execute } from '../../support/databases/sql.ts';
import { growth, readMetrics, type Series } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import { admin, authClient, client } from '../../support/requests/client.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('the values of /metrics', () => {
  let running: AuthServer;
  let server: TestServer;

  before(async () => {
    // without the worker of feedback no mail is sent
    running = await startAuthServer({ env: { SERVICES: 'auth,apps', RATE_LIMIT_EVALUATE_ADDRESS: '2/60', RATE_LIMIT_LOGIN: '2/60' } });
    server = running.server;
  });
  after(() => running.close());

  const grown = async (prefix: string, work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const before = await readMetrics(server.url);
    await work();
    return growth(before, await readMetrics(server.url), prefix);
  };

  it('name the build and say what is up', async () => {
    const series = await readMetrics(server.url);
    assert.equal(series.get(`diwan_build_info{version="${VERSION}",node="${process.version}"}`), 1);
    const states = ['database_up', 'workers', 'workers_configured', 'worker_restarts_total'].map((name) => series.get(`diwan_${name}`));
    assert.deepEqual(states, [1, 1, 1, 0]);
    assert.equal(series.has('diwan_redis_up'), false);
    if (server.db.isMySql) assert.ok(connectionsOf(series) >= 1 && connectionsOf(series) <= 12);
  });

  it('count refusals by the name of the limit', async () => {
    const read = () => ask(server.url, '/api/v1/apps/none', {});
    assert.deepEqual(await grown('diwan_rate_limit_refusals_total', () => Promise.all([1, 2, 3, 4, 5].map(read))), {
      '{limit="evaluate-address"}': 3,
    });
    const phone = newPhone();
    const guess = async () => {
      for (let tries = 0; tries < 3; tries += 1) await login(server, phone);
    };
    assert.deepEqual(await grown('diwan_rate_limit_refusals_total', guess), { '{limit="login"}': 1 });
  });

  it('count sign-ins by method and outcome', async () => {
    const signIns = await grown('diwan_sign_ins_total', async () => {
      const { phone } = await register(server, running.providers, newPhone(), { password: PASSWORD });
      for (const password of ['not the password', PASSWORD, PASSWORD]) await login(server, phone, password);
      const operator = { username: 'nobody', password: 'wrong password' };
      assert.equal((await ask(server.url, '/api/v1/auth/auth/token', { method: 'POST', body: operator })).status, 401);
    });
    assert.deepEqual(signIns, {
      '{method="registration",outcome="succeeded"}': 1,
      '{method="password",outcome="wrong"}': 1,
      '{method="password",outcome="succeeded"}': 1,
      '{method="password",outcome="throttled"}': 1,
      '{method="operator",outcome="wrong"}': 1,
    });
  });

  it('count verified codes by purpose and outcome', async () => {
    const codes = await grown('diwan_codes_verified_total', async () => {
      const { phone } = await register(server, running.providers);
      const otp = await requestCode(server, running.providers, { path: '/send-otp', phone });
      await authClient(server)
        .post('/login-otp', { phone, otp: wrongCode(otp) })
        .expect(400);
      await authClient(server).post('/login-otp', { phone, otp }).expect(200);
    });
    assert.deepEqual(codes, {
      '{purpose="register",outcome="succeeded"}': 1,
      '{purpose="login",outcome="wrong"}': 1,
      '{purpose="login",outcome="succeeded"}': 1,
    });
  });

  it('tell the age of the oldest mail that waits', async () => {
    assert.equal((await readMetrics(server.url)).get('diwan_oldest_unsent_mail_age_seconds'), 0);
    const mail = { projectId: 11, key: 'x', language: 'en', template: 'greeting', data: {} } as const;
    for (const seconds of [100, 7_000, 20]) {
      const queuedAt = new Date(Date.now() - seconds * 1_000);
      await insertMails(server.db, [{ ...mail, to: `x${seconds}@example.com` }], queuedAt);
    }
    // one reading of the database is shared for half a second
    await until(async () => ((await readMetrics(server.url)).get('diwan_oldest_unsent_mail_age_seconds') ?? 0) > 0);
    const age = (await readMetrics(server.url)).get('diwan_oldest_unsent_mail_age_seconds') ?? 0;
    assert.ok(age >= 7_000 && age < 7_600, String(age));
  });
});

describe('the values of /metrics about moderation and outages', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startServer({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  });
  afterEach(() => server.close());

  it('count the reviews of all projects that wait', async () => {
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
    for (const [itemId, projectId] of [11, 11, 12].entries())
      await guest(server, projectId)
        .post('/reviews', { itemId: itemId + 1, itemType: 'product', rating: 4, guestEmail: `g${itemId}@example.com` })
        .expect(201);
    assert.equal((await readMetrics(server.url)).get('diwan_reviews_pending'), 3);
  });

  it('count open reports of all projects and age the oldest', async () => {
    const values = async (): Promise<(number | undefined)[]> => {
      const series = await readMetrics(server.url);
      return [series.get('diwan_reports_open'), series.get('diwan_oldest_open_report_age_seconds')];
    };
    assert.deepEqual(await values(), [0, 0]);
    const author = client(server, { token: phoneToken(server) });
    const report = async (): Promise<number> => {
      const post = { title: 'Dark mode', description: 'x', category: 'feature' };
      const { id } = (await author.post('/posts', post).expect(201)).body.data;
      const reporter = client(server, { token: phoneToken(server, { userId: randomUUID() }) });
      await reporter.post('/reports', { entityType: 'post', entityId: id, reason: 'spam' }).expect(201);
      return id;
    };
    const [first, second] = [await report(), await report()];
    await execute(server.db, 'UPDATE report_cases SET open_since = :at WHERE entity_id = :first', {
      at: new Date(Date.now() - 3_600_000),
      first,
    });
    // one reading serves the scrapes of half a second
    await until(async () => (await values())[0] === 2);
    const [, age = 0] = await values();
    assert.ok(age >= 3_600 && age < 3_700, `${age}`);
    const dismiss = (id: number) => admin(server).put(`/admin/reports/post/${id}`, { resolution: 'dismissed' }).expect(200);
    await dismiss(first);
    await until(async () => (await values())[0] === 1);
    assert.ok(((await values())[1] ?? 0) < 60);
    await author.delete(`/posts/${second}`).expect(200);
    await until(async () => (await values()).join() === '0,0');
  });

  it('leave out what an absent database cannot tell', async () => {
    await server.db.close();
    const series = await readMetrics(server.url);
    const ofContent = ['reviews_pending', 'reports_open', 'oldest_open_report_age_seconds'];
    const names = ['database_up', 'redis_up', 'oldest_unsent_mail_age_seconds', ...ofContent];
    assert.deepEqual(
      names.map((name) => series.get(`diwan_${name}`)),
      [0, 0, undefined, undefined, undefined, undefined],
    );
  });
});

function connectionsOf(series: Series): number {
  return ['used', 'idle'].reduce((sum, state) => sum + (series.get(`diwan_database_connections{state="${state}"}`) ?? 0), 0);
}
