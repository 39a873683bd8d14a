import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { expectOneWinner, expectTally, openRace, type RaceCall, repeat } from '../../support/race.ts';
import { clientOf, newPhone, PASSWORD, type RegisteredUser, requestCode } from '../support.ts';
import { type ContactServer, startContactServer } from './contact-support.ts';

const ROUNDS = 4;
const USERS = 8;

describe('contacts in parallel requests', () => {
  let running: ContactServer;

  before(async () => {
    running = await startContactServer();
  });
  after(() => running.close());

  const callOf = ({ tokens }: RegisteredUser, path: string, body: unknown): RaceCall => ({
    method: 'POST',
    path: `/auth${path}`,
    body,
    headers: { Authorization: `Bearer ${tokens.accessToken}` },
  });
  const newUsers = async (): Promise<RegisteredUser[]> => {
    const users: RegisteredUser[] = [];
    for (let index = 0; index < USERS; index += 1) users.push(await running.newUser({ password: PASSWORD }));
    return users;
  };

  it('prove an address for one of several users', async () => {
    const race = await openRace(running.server, USERS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `round-${round}@example.com`;
      const users = await newUsers();
      const calls: RaceCall[] = [];
      for (const user of users) calls.push(callOf(user, '/email/verify', { code: await running.requestEmailCode(user, email) }));
      expectTally(await race.run(calls), { 200: 1, 409: USERS - 1 });
      const where = { projectId: 11, verifiedEmail: email };
      assert.equal(await running.server.db.model(User).count({ where }), 1);
    }
    race.close();
  });

  it('use one mailed code once', async () => {
    const race = await openRace(running.server, USERS);
    const user = await running.newUser();
    const code = await running.requestEmailCode(user, 'once@example.com');
    const answers = await race.run(repeat(USERS, () => callOf(user, '/email/verify', { code })));
    assert.ok(answers.every(({ status }) => status === 200 || status === 400));
    assert.ok(answers.some(({ status }) => status === 200));
    race.close();
  });

  it('move one account to a phone, or register it', async () => {
    const race = await openRace(running.server, USERS + 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = newPhone();
      const user = await running.newUser({ password: PASSWORD });
      await clientOf(running.server, user).post('/phone/change/init', { phone, password: PASSWORD }).expect(200);
      const change = callOf(user, '/phone/change/verify', { otp: await running.providers.codeFor(phone) });
      const otp = await requestCode(running.server, running.providers, { path: '/register-init', phone });
      const register: RaceCall = { method: 'POST', path: '/auth/register-verify', body: { phone, otp } };
      const answers = await race.run([...repeat(4, () => change), ...repeat(4, () => register)]);
      const won = answers.filter(({ status }) => status === 200 || status === 201);
      assert.equal(won.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body['code']])));
      assert.ok(answers.every(({ status }) => status < 500));
      assert.equal(await running.server.db.model(User).count({ where: { projectId: 11, phoneKey: phone } }), 1);
    }
    race.close();
  });

  it('change a phone once for parallel requests', async () => {
    const race = await openRace(running.server, USERS);
    const user = await running.newUser({ password: PASSWORD });
    const phone = newPhone();
    await clientOf(running.server, user).post('/phone/change/init', { phone, password: PASSWORD }).expect(200);
    const otp = await running.providers.codeFor(phone);
    expectOneWinner(await race.run(repeat(USERS, () => callOf(user, '/phone/change/verify', { otp }))), 200, [400, 409, 429]);
    race.close();
  });
});
