import assert from 'node:assert/strict';
import { Session } from '../../../models/auth/Session.ts';
import { User } from '../../../models/auth/User.ts';
import type { FakeProviders } from '../../support/providers/fake-providers.ts';
import { expectOneWinner, expectTally, openRace, type RaceCall, repeat } from '../../support/race.ts';
import type { TestServer } from '../../support/server.ts';
import { type AuthServer, newPhone, type RegisteredUser, register, requestCode, startAuthServer } from '../support.ts';

const ROUNDS = 5;

describe('accounts in parallel requests', () => {
  let auth: AuthServer;
  let server: TestServer;
  let providers: FakeProviders;

  before(async () => {
    auth = await startAuthServer({ env: { TEST_PHONES: '+15550100001=424242' } });
    ({ server, providers } = auth);
  });
  after(() => auth.close());

  const codeFor = (phone: string) => requestCode(server, providers, { path: '/register-init', phone });
  const usersOf = (phone: string) => server.db.model(User).findAll({ where: { phoneKey: phone }, acrossProjects: true });

  describe('POST /register-verify', () => {
    it('creates one user for 20 requests with a code', async () => {
      const race = await openRace(server, 20);
      for (let round = 0; round < ROUNDS; round += 1) {
        const phone = newPhone();
        const otp = await codeFor(phone);
        const answers = await race.run(
          repeat(20, () => ({ method: 'POST', path: '/auth/register-verify', body: { phone, otp, projectId: 11 } })),
        );
        expectOneWinner(answers, 201, [400, 409, 429]);
        const [user, ...others] = await usersOf(phone);
        assert.equal(others.length, 0);
        assert.equal(await server.db.model(Session).count({ where: { userId: user?.id ?? '', projectId: 11 } }), 1);
      }
      race.close();
    });

    it('creates one user of a test phone in parallel', async () => {
      const body = { phone: '+15550100001', otp: '424242', projectId: 11 };
      const race = await openRace(server, 20);
      const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/auth/register-verify', body })));
      race.close();
      expectTally(answers, { 201: 1, 409: 19 });
      assert.equal((await usersOf(body.phone)).length, 1);
    });
  });

  describe('PUT /profile', () => {
    const newUser = (): Promise<RegisteredUser> => register(server, providers);
    const change = ({ tokens }: RegisteredUser, body: unknown): RaceCall => ({
      method: 'PUT',
      path: '/auth/profile',
      body,
      headers: { Authorization: `Bearer ${tokens.accessToken}` },
    });
    const stored = async ({ user: { id, projectId } }: RegisteredUser): Promise<User> => {
      const found = await server.db.model(User).findOne({ where: { id, projectId } });
      assert.ok(found !== null);
      return found;
    };

    it('applies parallel changes of one profile', async () => {
      const user = await newUser();
      const changes = [{ firstName: 'Noura' }, { lastName: 'Ali' }, { email: 'at.once@example.com' }];
      const race = await openRace(server, 12);
      expectTally(await race.run(repeat(12, (index) => change(user, changes[index % 3]))), { 200: 12 });
      race.close();
      const { firstName, lastName, email } = await stored(user);
      assert.deepEqual([firstName, lastName, email], ['Noura', 'Ali', 'at.once@example.com']);
    });
  });
});
