import assert from 'node:assert/strict';
import { UserDevice } from '../../../models/auth/UserDevice.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type AuthServer, movableClock, startAuthServer, tallyOutcomes } from '../support.ts';
import { codeFrom, loginFrom, newDeviceUser, outcome, patientOutcome, postFrom, WRONG } from './device-support.ts';

const ROUNDS = 20;

describe('the known devices of users in parallel requests', () => {
  let auth: AuthServer;
  let one: TestServer;
  let two: TestServer;
  const clock = movableClock();

  before(async () => {
    auth = await startAuthServer({ clock });
    one = auth.server;
    two = await startServer({ clock, env: one.env });
  });
  after(async () => {
    await two.close();
    await auth.close();
  });

  /** All at once, in turn to two servers on one database. */
  const together = async (count: number, act: (server: TestServer, turn: number) => Promise<string>): Promise<Record<string, number>> =>
    tallyOutcomes(await Promise.all(Array.from({ length: count }, (_, turn) => act(turn % 2 === 0 ? one : two, turn))));

  it('have at most five wrong passwords checked', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, device } = await newDeviceUser(auth);
      const answers = await together(12, async (server) => outcome(await loginFrom(server, phone, { device, password: WRONG })));
      const { '503 unavailable': busy = 0, '429 account_locked': locked = 0, ...others } = answers;
      assert.deepEqual(others, { '401 invalid_credentials': 5 });
      assert.equal(locked + busy, 7);
      assert.equal(outcome(await loginFrom(one, phone)), '200', 'the account is open');
    }
  });

  it('let all right sign-ins in while strangers attack', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, device } = await newDeviceUser(auth);
      const right: string[] = [];
      await together(16, async (server, turn) => {
        if (turn % 4 !== 0) return outcome(await loginFrom(server, phone, { password: WRONG }));
        right.push(await patientOutcome(() => loginFrom(server, phone, { device })));
        return 'right';
      });
      assert.deepEqual(right, ['200', '200', '200', '200']);
      assert.equal(outcome(await loginFrom(two, phone)), '429 account_locked');
    }
  });

  it('use a code once, and send one code', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, device } = await newDeviceUser(auth);
      const sends = await together(6, (server) => patientOutcome(() => postFrom(server, '/send-otp', { device, body: { phone } })));
      assert.deepEqual(sends, { '200': 1, '429 otp_cooldown': 5 });
      const otp = await auth.providers.codeFor(phone);
      const uses = await together(6, (server) => patientOutcome(() => postFrom(server, '/login-otp', { device, body: { phone, otp } })));
      assert.deepEqual(uses, { '200': 1, '400 invalid_otp': 5 });
      await codeFrom(auth, phone, { device });
    }
  });

  it('are five after 16 sign-ins at once', async () => {
    const { phone, user } = await newDeviceUser(auth);
    assert.deepEqual(await together(16, (server) => patientOutcome(() => loginFrom(server, phone))), { '200': 16 });
    assert.equal(await one.db.model(UserDevice).count({ where: { userId: user.id, projectId: 11 } }), 5);
  });
});
