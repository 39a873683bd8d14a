import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type CreationAttributes, Op } from 'sequelize';
import { User } from '../../models/auth/User.ts';
import { composeErasure } from '../../server/boot/services/erasure.ts';
import { recountAuth } from '../../server/services/auth/auth-sums.ts';
import { eraseDueAccounts } from '../../server/services/auth/deletion/erasures.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../feedback/support.ts';
import { admin, authClient, type Client } from '../support/requests/client.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { type AuthServer, clientOf, movableClock, newPhone, PASSWORD, type RegisteredUser, register, startAuthServer } from './support.ts';

const DAY_SECONDS = 86_400;

describe('the counters of users', () => {
  const clock = movableClock(new Date());
  let auth: AuthServer;
  let boss: Client;

  before(async () => {
    auth = await startAuthServer({ clock, env: { RATE_LIMIT_REGISTER: 'off', RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_ADMIN: 'off' } });
  });
  beforeEach(() => {
    boss = authClient(auth.server, { token: operatorToken(auth.server, {}, clock.now()) });
  });
  afterEach(async () => {
    assert.deepEqual(await recountAuth(auth.server.db, { repair: false }), []);
  });
  after(() => auth.close());

  const newUser = (): Promise<RegisteredUser> => register(auth.server, auth.providers, newPhone(), { password: PASSWORD });
  const change = (id: string, body: object) => boss.put(`/admin/users/${id}`, body);
  const totalOf = async (query = ''): Promise<number> => (await boss.get(`/admin/users?limit=1${query}`).expect(200)).body.pagination.total;

  it('move with each role and status', async () => {
    const { user } = await newUser();
    const [all, drivers, suspended] = [await totalOf(), await totalOf('&role=driver'), await totalOf('&status=suspended')];
    await change(user.id, { role: 'driver', status: 'suspended' }).expect(200);
    assert.deepEqual(
      [await totalOf(), await totalOf('&role=driver'), await totalOf('&status=suspended'), await totalOf('&role=driver&status=suspended')],
      [all, drivers + 1, suspended + 1, suspended + 1],
    );
    await change(user.id, { status: 'deleted' }).expect(200);
    assert.deepEqual([await totalOf(), await totalOf('&status=suspended')], [all, suspended]);
  });

  it('keep their numbers when a change is refused', async () => {
    const { user } = await newUser();
    await change(user.id, { status: 'deleted' }).expect(200);
    const deleted = await totalOf('&status=deleted');
    assert.equal((await change(user.id, { status: 'active' }).expect(409)).body.code, 'invalid_transition');
    assert.equal(await totalOf('&status=deleted'), deleted);
  });

  it('move with a deletion, its withdrawal and the erasure', async () => {
    const [restored, erased] = [await newUser(), await newUser()];
    const [active, deleted] = [await totalOf('&status=active'), await totalOf('&status=deleted')];
    for (const each of [restored, erased]) await clientOf(auth.server, each).post('/account/deletion', { password: PASSWORD }).expect(202);
    assert.equal(await totalOf('&status=active'), active - 2);
    await authClient(auth.server).post('/account/restore', { phone: restored.phone, password: PASSWORD }).expect(200);
    assert.equal(await totalOf('&status=active'), active - 1);
    clock.advance(60 * DAY_SECONDS);
    boss = authClient(auth.server, { token: operatorToken(auth.server, {}, clock.now()) });
    await eraseDueAccounts(composeErasure(auth.server.services, clock));
    assert.equal(await totalOf('&status=deleted'), deleted + 1);
  });

  it('stay exact while many change the same users', async () => {
    const before = await totalOf();
    const users = await Promise.all(Array.from({ length: 12 }, newUser));
    const changes = users.flatMap(({ user }) =>
      [{ role: 'driver' }, { status: 'suspended' }, { role: 'pending' }].map((body) => change(user.id, body)),
    );
    for (const { status } of await Promise.all(changes)) assert.equal(status, 200);
    const ends = users.flatMap(({ user }) => [{ status: 'deleted' }, { status: 'active' }].map((body) => change(user.id, body)));
    for (const { status } of await Promise.all(ends)) assert.ok([200, 409].includes(status));
    assert.equal(await totalOf(), before + 12);
  });

  describe('and the filters of a list', () => {
    const PROJECT = 15;
    const START = Date.UTC(2026, 0, 1, 22);
    const HOUR_MS = 3_600_000;
    const TIMES = [0, 2, 2.5, 20, 26, 50, 51, 1_000].map((hours) => new Date(START + hours * HOUR_MS));
    let chief: Client;

    before(async () => {
      await admin(auth.server).post('/admin/projects', { name: 'Counted', id: PROJECT }).expect(201);
      for (const [index, createdAt] of TIMES.entries())
        for (const role of ['customer', 'driver'] as const)
          await makeUser({ role, status: index % 3 === 0 ? 'suspended' : 'active', createdAt });
      await recountAuth(auth.server.db, { repair: true });
    });
    beforeEach(() => {
      chief = authClient(auth.server, { token: operatorToken(auth.server, { projectId: PROJECT }, clock.now()) });
    });

    const makeUser = (values: Partial<CreationAttributes<User>>) => {
      const phone = newPhone();
      return auth.server.db.model(User).create({ id: randomUUID(), projectId: PROJECT, phone, phoneKey: phone, ...values });
    };

    it('give the number that a count gives', async () => {
      const bounds = [
        undefined,
        START,
        START + 2 * HOUR_MS,
        START + 3 * HOUR_MS,
        START + 26 * HOUR_MS,
        START + 51 * HOUR_MS,
        Date.UTC(9999, 11, 31, 12),
      ];
      for (const from of bounds)
        for (const to of bounds)
          for (const kind of [{}, { role: 'driver' }, { status: 'suspended' }, { role: 'driver', status: 'suspended' }] as const) {
            const times = {
              ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
              ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
            };
            const { body } = await chief.get(`/admin/users?limit=1&${new URLSearchParams({ ...kind, ...times })}`).expect(200);
            const within = { [Op.gte]: new Date(from ?? 0), [Op.lt]: new Date(to ?? Date.UTC(9999, 11, 31)) };
            const expected = await auth.server.db.model(User).count({ where: { projectId: PROJECT, ...kind, createdAt: within } });
            assert.equal(body.pagination.total, expected, JSON.stringify({ ...kind, ...times }));
          }
    });

    it('show the last page from its end', async () => {
      const { body } = await chief.get('/admin/users?limit=5&page=4').expect(200);
      assert.deepEqual([body.data.length, body.pagination.total], [1, 2 * TIMES.length]);
    });

    it('are put right when another release has written', async () => {
      await executeAcrossProjects(auth.server.db, `UPDATE users SET role = 'staff' WHERE project_id = ${PROJECT} AND status = 'suspended'`);
      const drifts = await recountAuth(auth.server.db, { repair: true });
      assert.ok(drifts.every(({ counter }) => counter === 'user_counts.users'));
      assert.equal((await chief.get('/admin/users?role=staff').expect(200)).body.pagination.total, 6);
    });
  });

  it('use several rows where transactions meet', async () => {
    const slots = await selectAcrossProjects<{ slot: number }>(
      auth.server.db,
      "SELECT DISTINCT slot FROM user_counts WHERE day = '' AND project_id = 11",
    );
    assert.equal(slots.length > 1, auth.server.db.isMySql);
  });
});
