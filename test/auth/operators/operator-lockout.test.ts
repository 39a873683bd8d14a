import assert from 'node:assert/strict';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { admin, client } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { attack, deviceOf, LOCKED, NOBODY, newAddress, newAddresses, newOperator, outcomeOf, signIn, WRONG } from './operator-support.ts';

const HOUR = 3_600;
const NEW_PASSWORD = 'yet another battery';

describe('the lock-out of operators', () => {
  let server: TestServer;
  const clock = movableClock();

  before(async () => {
    server = await startServer({ clock, env: { TRUST_PROXY: '1' } });
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => server.close());
  beforeEach(() => clock.advance(HOUR));

  /** Uses up the hour of the username. */
  const lockUsername = async (username: string): Promise<void> => {
    const answers = await attack(server, username, { addresses: newAddresses(20), each: 5 });
    assert.deepEqual(answers, { [NOBODY]: 100 });
  };
  const auditOf = (subject: string) =>
    selectRows<{ action: string; project_id: number | null; actor: string; address: string; details: string }>(
      server.db,
      'SELECT action, project_id, actor, address, details FROM audit_log WHERE subject = :subject ORDER BY id',
      { subject },
    );

  describe('by username and address', () => {
    it('locks the pair for 15 minutes after five failures', async () => {
      const { username } = await newOperator(server);
      const [from, elsewhere] = [newAddress(), newAddress()];
      for (let turn = 0; turn < 5; turn += 1) assert.equal(await outcomeOf(server, { username, password: WRONG, from }), NOBODY);
      const { body, headers } = await signIn(server, { username: username.toUpperCase(), from });
      assert.deepEqual([body['code'], body['available_in'], headers['retry-after']], ['account_locked', 900, '900']);
      assert.equal(await outcomeOf(server, { username, from: elsewhere }), '200');
      clock.advance(899.999);
      assert.equal(await outcomeOf(server, { username, from }), LOCKED);
      clock.advance(0.001);
      assert.equal(await outcomeOf(server, { username, from }), '200');
    });

    it('counts an IPv6 network of 64 bits as one', async () => {
      const { username } = await newOperator(server);
      for (let turn = 1; turn <= 5; turn += 1)
        assert.equal(await outcomeOf(server, { username, password: WRONG, from: `2001:db8:7:8::${turn}` }), NOBODY);
      assert.equal(await outcomeOf(server, { username, from: '2001:db8:7:8:ffff::1' }), LOCKED);
      assert.equal(await outcomeOf(server, { username, from: '2001:db8:7:9::1' }), '200');
    });

    it('clears only the count of its pair after a success', async () => {
      const { username } = await newOperator(server);
      const [from, stranger] = [newAddress(), newAddress()];
      for (let round = 0; round < 2; round += 1) {
        await attack(server, username, { addresses: [from], each: 4 });
        assert.equal(await outcomeOf(server, { username, from }), '200');
      }
      await attack(server, username, { addresses: [stranger], each: 4 });
      assert.equal(await outcomeOf(server, { username, from }), '200');
      assert.equal(await outcomeOf(server, { username, password: WRONG, from: stranger }), NOBODY);
      assert.equal(await outcomeOf(server, { username, from: stranger }), LOCKED);
    });

    it('lets operators in from fresh addresses below the cap', async () => {
      const { username } = await newOperator(server);
      const answers = await attack(server, username, { addresses: newAddresses(19), each: 20 });
      assert.deepEqual(answers, { [NOBODY]: 95, [LOCKED]: 285 });
      assert.equal(await outcomeOf(server, { username, from: newAddress() }), '200');
    });
  });

  describe('by username for an hour', () => {
    it('knows the device of an operator under 1,000 wrong passwords', async () => {
      const { username } = await newOperator(server);
      const device = await deviceOf(server, { username, from: newAddress() });
      const addresses = newAddresses(50);
      const answers = await attack(server, username, { addresses, each: 20 });
      assert.deepEqual(answers, { [NOBODY]: 100, [LOCKED]: 900 });
      for (const from of [newAddress(), addresses[0] ?? '']) assert.equal(await outcomeOf(server, { username, from, device }), '200');
      assert.equal(await outcomeOf(server, { username, from: newAddress() }), LOCKED);
    });

    it('ends with the hour of the first failure', async () => {
      const { username } = await newOperator(server);
      assert.equal(await outcomeOf(server, { username, password: WRONG, from: newAddress() }), NOBODY);
      clock.advance(1_000);
      const answers = await attack(server, username, { addresses: newAddresses(20), each: 5 });
      assert.equal(answers[NOBODY], 99);
      const { body } = await signIn(server, { username, from: newAddress() });
      assert.deepEqual([body['code'], body['available_in']], ['account_locked', HOUR - 1_000]);
      clock.advance(HOUR - 1_000);
      assert.equal(await outcomeOf(server, { username, from: newAddress() }), '200');
    });

    it('treats usernames alike whether they exist', async () => {
      const { username } = await newOperator(server);
      const { username: gone, id } = await newOperator(server);
      await admin(server).put(`/admin/projects/11/operators/${id}`, { isActive: false }).expect(200);
      for (const name of [username, gone, `nobody-${id}`, 'لا أحد'])
        assert.deepEqual(await attack(server, name, { addresses: newAddresses(21), each: 6 }), { [NOBODY]: 100, [LOCKED]: 26 }, name);
    });
  });

  describe('by device', () => {
    it('answers the same token to a known device', async () => {
      const { username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      assert.match(device, /^dv_[\w-]{43}$/);
      assert.equal(await deviceOf(server, { username, device }), device);
      assert.notEqual(await deviceOf(server, { username }), device);
      for (const bad of ['', 'dv_', 'x'.repeat(5_000), `${device}, ${device}`, device.toLowerCase()])
        assert.match(await deviceOf(server, { username, device: bad }), /^dv_/);
    });

    it('gives a stolen token five guesses from all addresses', async () => {
      const { username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      for (let turn = 0; turn < 5; turn += 1)
        assert.equal(await outcomeOf(server, { username, password: WRONG, from: newAddress(), device }), NOBODY);
      assert.equal(await outcomeOf(server, { username, from: newAddress(), device }), LOCKED);
      assert.equal(await outcomeOf(server, { username, from: newAddress() }), '200');
      clock.advance(900);
      assert.equal(await outcomeOf(server, { username, device }), '200');
    });

    it('is known for one operator only', async () => {
      const [one, two] = [await newOperator(server), await newOperator(server)];
      const device = await deviceOf(server, one);
      const from = newAddress();
      for (let turn = 0; turn < 5; turn += 1) assert.equal(await outcomeOf(server, { ...two, password: WRONG, from, device }), NOBODY);
      assert.equal(await outcomeOf(server, { ...two, from }), LOCKED);
      assert.equal(await outcomeOf(server, { ...one, from, device }), '200');
    });

    it('expires 180 days after the last sign-in from it', async () => {
      const { username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      for (const days of [179, 179]) {
        clock.advance(days * 86_400);
        assert.equal(await deviceOf(server, { username, device }), device);
      }
      clock.advance(180 * 86_400);
      assert.notEqual(await deviceOf(server, { username, device }), device);
    });

    const devicesOf = (id: number): Promise<{ token_hash: string }[]> =>
      selectRows(server.db, 'SELECT * FROM operator_devices WHERE operator_id = :id', { id });

    it('keeps 20 devices and first those that returned', async () => {
      const { id, username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      assert.equal(await deviceOf(server, { username, device }), device);
      for (let turn = 0; turn < 25; turn += 1) {
        clock.advance(1);
        await deviceOf(server, { username });
      }
      assert.equal((await devicesOf(id)).length, 20);
      assert.equal(await deviceOf(server, { username, device }), device);
    });

    it('is stored as a digest', async () => {
      const { id, username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      const rows = await devicesOf(id);
      assert.match(rows[0]?.token_hash ?? '', /^[0-9a-f]{64}$/);
      assert.equal(JSON.stringify(rows).includes(device), false);
    });
  });

  describe('POST /admin/projects/:id/operators/:operatorId/unlock', () => {
    it('lifts the locks of addresses, devices and the hour', async () => {
      const { id, username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      const from = newAddress();
      await attack(server, username, { addresses: [from], each: 5 });
      for (let turn = 0; turn < 5; turn += 1) await outcomeOf(server, { username, password: WRONG, device });
      await attack(server, username, { addresses: newAddresses(19), each: 5 });
      for (const attempt of [{ from }, { device }, { from: newAddress() }])
        assert.equal(await outcomeOf(server, { username, ...attempt }), LOCKED);
      const { body } = await admin(server).post(`/admin/projects/11/operators/${id}/unlock`).expect(200);
      assert.equal(body.id, id);
      for (const attempt of [{ from }, { device }, { from: newAddress() }])
        assert.equal(await outcomeOf(server, { username, ...attempt }), '200');
      assert.equal((await auditOf(`operator:${id}`)).filter(({ action }) => action === 'operator.unlocked').length, 1);
    });

    it('is for owners where the operator is an owner', async () => {
      const owner = await newOperator(server, { role: 'admin' });
      await server.db.model(Operator).update({ isOwner: true }, { where: { id: owner.id, projectId: 11 } });
      const boss = await newOperator(server, { role: 'admin' });
      const other = await newOperator(server, {}, 12);
      const as = (operatorId: number, isOwner: boolean) =>
        client(server, { token: operatorToken(server, { operatorId, isOwner }, clock.now()) });
      const path = (id: number, projectId = 11) => `/admin/projects/${projectId}/operators/${id}/unlock`;
      assert.equal((await as(boss.id, false).post(path(owner.id)).expect(403)).body.code, 'permission_denied');
      assert.equal((await as(boss.id, false).post(path(other.id, 12)).expect(404)).body.code, 'project_not_found');
      assert.equal((await as(boss.id, false).post(path(other.id)).expect(404)).body.code, 'operator_not_found');
      await as(owner.id, true).post(path(owner.id)).expect(200);
      await as(boss.id, false).post(path(boss.id)).expect(200);
    });
  });

  describe('a new password', () => {
    it('lifts all locks and forgets all devices', async () => {
      const { id, username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      await lockUsername(username);
      await admin(server).put(`/admin/projects/11/operators/${id}`, { password: NEW_PASSWORD }).expect(200);
      const login = { username, password: NEW_PASSWORD };
      const fresh = await deviceOf(server, { ...login, from: newAddress() });
      await lockUsername(username);
      assert.equal(await outcomeOf(server, { ...login, device }), LOCKED);
      assert.equal(await outcomeOf(server, { ...login, device: fresh }), '200');
    });

    it('lifts all locks when operators set their own', async () => {
      const { username } = await newOperator(server);
      const signedIn = await signIn(server, { username });
      const device = String(signedIn.headers['x-diwan-device']);
      await lockUsername(username);
      const own = client(server, { token: String(signedIn.body['access']), headers: { 'X-Diwan-Device': device } }, '/api/v1/auth/auth');
      await own.put('/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }).expect(200);
      assert.equal(await outcomeOf(server, { username, password: NEW_PASSWORD, from: newAddress() }), '200');
      await lockUsername(username);
      assert.equal(await outcomeOf(server, { username, password: NEW_PASSWORD, device }), LOCKED);
    });

    it('keeps devices when the role alone changes', async () => {
      const { id, username } = await newOperator(server);
      const device = await deviceOf(server, { username });
      await admin(server).put(`/admin/projects/11/operators/${id}`, { role: 'admin' }).expect(200);
      assert.equal(await deviceOf(server, { username, device }), device);
    });
  });

  describe('the rate limits', () => {
    it('count strangers apart from the operator', async () => {
      const limits = { RATE_LIMIT_GLOBAL: '10/60', RATE_LIMIT_LOGIN: '5/300' };
      const limited = await startServer({ clock, env: { ...server.env, ...limits } });
      const { username } = await newOperator(limited);
      const [home, shared] = [newAddress(), newAddress()];
      const device = await deviceOf(limited, { username, from: home });
      assert.deepEqual(await attack(limited, username, { addresses: newAddresses(20), each: 12 }), {
        [NOBODY]: 100,
        [LOCKED]: 100,
        '429 throttled': 40,
      });
      for (const from of [home, shared]) assert.equal(await outcomeOf(limited, { username, from, device }), '200');
      // a stranger behind the same address uses up its limit, but no lock
      assert.equal((await attack(limited, username, { addresses: [shared], each: 20 }))['429 throttled'], 11);
      assert.equal(await outcomeOf(limited, { username, from: shared, device }), '429 throttled');
      assert.equal(await outcomeOf(limited, { username, from: home, device }), '200');
      await limited.close();
    });
  });

  describe('the audit log', () => {
    it('has a row for each failure and each lock', async () => {
      const { id, username } = await newOperator(server, {}, 12);
      const from = '203.0.113.77';
      await attack(server, username, { addresses: [from], each: 9 });
      const [, ...rows] = await auditOf(`operator:${id}`);
      const row = { project_id: 12, actor: 'anonymous', address: '203.0.113.0/24' };
      const failed = { ...row, action: 'login.failed', details: '{"method":"username"}' };
      const locked = { ...row, action: 'login.locked', details: '{"attempts":5,"seconds":900}' };
      assert.deepEqual(rows, [failed, failed, failed, failed, locked, failed]);
    });

    it('names the lock of all addresses', async () => {
      const { id, username } = await newOperator(server);
      await lockUsername(username);
      await attack(server, username, { addresses: newAddresses(10), each: 5 });
      const rows = await auditOf(`operator:${id}`);
      assert.equal(rows.filter(({ action }) => action === 'login.failed').length, 100);
      assert.deepEqual(rows.at(-1)?.details, JSON.stringify({ attempts: 100, seconds: HOUR, addresses: 'all' }));
    });

    it('has at most 100 rows an hour for unknown usernames', async () => {
      const failures = async () =>
        (
          await selectRows<{ count: number }>(
            server.db,
            "SELECT COUNT(*) AS count FROM audit_log WHERE action = 'login.failed' AND subject = 'username:gh***' AND project_id IS NULL",
          )
        )[0]?.count;
      for (let turn = 0; turn < 130; turn += 1)
        assert.equal(await outcomeOf(server, { username: `ghost-${turn}`, password: WRONG, from: newAddress() }), NOBODY);
      assert.equal(await failures(), 100);
      clock.advance(HOUR);
      await outcomeOf(server, { username: 'ghost', password: WRONG, from: newAddress() });
      assert.equal(await failures(), 101);
    });
  });
});
