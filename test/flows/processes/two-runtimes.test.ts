import assert from 'node:assert/strict';
import { admin, authClient, type Client, client } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const TEST_PHONE = { phone: '+15550100001', otp: '135790' };
/** The slug of an app in both databases, with a different name in each. */
const SHARED = 'shared';
const ITEM = { itemType: 'product', itemId: 7 };

interface Side {
  readonly server: TestServer;
  readonly name: string;
  readonly token: string;
  readonly user: Client;
}

describe('two runtimes on two databases in one process', () => {
  let left: Side;
  let right: Side;

  before(async () => {
    left = await startSide('left');
    right = await startSide('right');
  });
  after(async () => {
    await left.server.close();
    await right.server.close();
  });

  it('keep their apps apart, in the database and in memory', async () => {
    await registerApp(left.server, 'left-only', 'Left');
    await client(left.server).get('/apps/left-only').expect(200);
    await client(right.server).get('/apps/left-only').expect(404);
    await client(right.server).post('/apps/left-only/analytics', { eventType: 'open' }).expect(404);
    for (const { server, name } of [left, right, left]) {
      const { body } = await client(server).get(`/apps/${SHARED}`).expect(200);
      assert.equal(body.name, name);
    }
  });

  it('keep their projects and settings apart', async () => {
    const { body } = await admin(left.server).post('/admin/projects', { name: 'Left', id: 77 }).expect(201);
    assert.equal(body.id, 77);
    await admin(right.server).get('/admin/projects/77').expect(404);
    await admin(left.server)
      .put('/admin/projects/11', { settings: { registration: false } })
      .expect(200);
    for (const [side, isOpen] of [
      [left, false],
      [right, true],
    ] as const) {
      const settings = await authClient(side.server).get('/config/11/public').expect(200);
      assert.equal(settings.body.registration, isOpen, side.name);
    }
  });

  it('refuse the keys and tokens of each other', async () => {
    await client(right.server, { apiKey: left.server.apiKey }).get('/admin/projects').expect(401);
    await left.user.get('/favorites').expect(200);
    await client(right.server, { token: left.token }).get('/favorites').expect(401);
    const foreign = client(right.server, { token: operatorToken(left.server) });
    const own = client(right.server, { token: operatorToken(right.server) });
    await foreign.get('/admin/reviews').expect(401);
    await own.get('/admin/reviews').expect(200);
  });

  it('keep reviews and events apart', async () => {
    await left.user.post('/reviews', { ...ITEM, rating: 5 }).expect(201);
    await client(left.server).post(`/apps/${SHARED}/analytics`, { eventType: 'open' }).expect(201);
    for (const [side, count] of [
      [left, 1],
      [right, 0],
    ] as const) {
      assert.deepEqual(await countsOf(side), { reviews: count, events: count }, side.name);
    }
  });

  it('keep revocations apart even when they share their keys', async () => {
    const twin = await startServer({ env: { DATA_DIR: left.server.env['DATA_DIR'] } });
    try {
      const { body } = await admin(left.server)
        .post('/admin/projects/11/operators', { username: 'boss', password: 'correct horse battery', role: 'admin' })
        .expect(201);
      const token = operatorToken(left.server, { operatorId: body.id, username: 'boss' });
      for (const server of [left.server, twin]) await client(server, { token }).get('/admin/reviews').expect(200);
      await admin(left.server).put(`/admin/projects/11/operators/${body.id}`, { isActive: false }).expect(200);
      await client(left.server, { token }).get('/admin/reviews').expect(401);
      await client(twin, { token }).get('/admin/reviews').expect(200);
    } finally {
      await twin.close();
    }
  });

  it('serve requests in parallel, each from its own database', async () => {
    const before = await Promise.all([left, right].map(countsOf));
    await Promise.all([fill(left, 20), fill(right, 30)]);
    const after = await Promise.all([left, right].map(countsOf));
    assert.deepEqual(
      after.map(({ reviews, events }, index) => [reviews - (before[index]?.reviews ?? 0), events - (before[index]?.events ?? 0)]),
      [
        [20, 20],
        [30, 30],
      ],
    );
  });

  it('go on when the other is closed', async () => {
    const before = await countsOf(right);
    await left.server.close();
    await fill(right, 5);
    assert.deepEqual(await countsOf(right), { reviews: before.reviews + 5, events: before.events + 5 });
    await registerApp(right.server, 'after', 'After');
    await client(right.server).get('/apps/after').expect(200);
    await assert.rejects(fetch(`${left.server.url}/healthz`));
  });
});

async function startSide(name: string): Promise<Side> {
  const server = await startServer({ env: { TEST_PHONES: `${TEST_PHONE.phone}=${TEST_PHONE.otp}` } });
  await registerApp(server, SHARED, name);
  const { body } = await authClient(server)
    .post('/register-verify', { ...TEST_PHONE, firstName: name })
    .expect(201);
  const token: string = body.tokens.accessToken;
  return { server, name, token, user: client(server, { token }) };
}

async function registerApp(server: TestServer, slug: string, name: string): Promise<void> {
  await admin(server).post('/admin/apps', { slug, name, platform: 'both', packageName: 'com.example.app' }).expect(201);
}

/** Sends reviews and events, one pair after the other, because a busy machine would refuse many at once. */
async function fill({ server, user }: Side, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const review = user.post('/reviews', { ...ITEM, rating: 4 }).expect(201);
    const event = client(server).post(`/apps/${SHARED}/analytics`, { eventType: 'open' }).expect(201);
    await Promise.all([review, event]);
  }
}

async function countsOf({ server }: Side): Promise<{ reviews: number; events: number }> {
  const stats = await client(server).get(`/reviews/stats/${ITEM.itemType}/${ITEM.itemId}`).expect(200);
  const dashboard = await admin(server).get(`/admin/apps/${SHARED}/analytics`).expect(200);
  return { reviews: stats.body.data.totalReviews, events: dashboard.body.totalEvents };
}
