import assert from 'node:assert/strict';
import { composeErasure } from '../../../server/boot/services/erasure.ts';
import { eraseDueAccounts } from '../../../server/services/auth/deletion/erasures.ts';
import { clientOf, movableClock, newPhone, PASSWORD, type RegisteredUser, register, requestCode } from '../../auth/support.ts';
import { expectExactCounts } from '../../feedback/support.ts';
import { openRace, type Race, type RaceAnswer, type RaceCall, repeat } from '../../support/race.ts';
import { admin, type Client, client } from '../../support/requests/client.ts';
import { emailCode } from './erasure-person.ts';
import { dumpOf, type ErasureServer, eraseAll, startErasureServer, traceOf } from './erasure-support.ts';

const CALLS = 20;
const ROUNDS = 2;

describe('a deletion beside other requests of the user', () => {
  const clock = movableClock(new Date());
  let running: ErasureServer;
  let race: Race;
  let other: Client;
  let postIds: number[];

  before(async () => {
    running = await startErasureServer({ clock });
    race = await openRace(running.server, CALLS + 1);
    const author = await register(running.server, running.providers);
    other = client(running.server, { token: author.tokens.accessToken });
    postIds = [];
    for (let count = 0; count < CALLS; count += 1) {
      const { body } = await other.post('/posts', { title: `Idea ${count}`, description: 'Please', category: 'other' }).expect(201);
      postIds.push(body.data.id);
    }
  });
  after(async () => {
    race.close();
    await running.close();
  });

  interface Racer extends RegisteredUser {
    readonly email: string;
    readonly names: readonly string[];
    readonly emailCode: string;
  }

  let racers = 0;
  async function newRacer(): Promise<Racer> {
    racers += 1;
    const [firstName, lastName, email] = [`Racinggivenname${racers}`, `Racingfamily${racers}`, `racing${racers}@example.com`];
    const user = await register(running.server, running.providers, newPhone(), { password: PASSWORD, firstName, lastName });
    return { ...user, email, names: [firstName, lastName], emailCode: await emailCode(running, user, email) };
  }

  const bearer = ({ tokens }: RegisteredUser) => ({ Authorization: `Bearer ${tokens.accessToken}` });
  const deletion = (user: RegisteredUser): RaceCall => ({
    method: 'POST',
    path: '/auth/account/deletion',
    body: { password: PASSWORD },
    headers: bearer(user),
  });
  const post = (path: string, user: RegisteredUser, body: object = {}): RaceCall => ({ method: 'POST', path, body, headers: bearer(user) });

  /** The calls, of which the one in the middle deletes the account. */
  async function raceWithDeletion(user: RegisteredUser, call: (index: number) => RaceCall): Promise<RaceAnswer[]> {
    const calls = repeat(CALLS, call);
    const answers = await race.run([...calls.slice(0, CALLS / 2), deletion(user), ...calls.slice(CALLS / 2)]);
    expectNoFault(answers);
    assert.equal(answers[CALLS / 2]?.status, 202, JSON.stringify(answers[CALLS / 2]?.body));
    return answers;
  }

  async function expectErased({ user, phone, email, names }: Racer): Promise<void> {
    await eraseAll(running.server, clock);
    assert.deepEqual(await traceOf(running.server.db, user.id), []);
    const dump = await dumpOf(running.server.db);
    for (const secret of [phone, email, ...names]) assert.ok(!dump.includes(secret), secret);
    await expectExactCounts(running.server);
    const next = await register(running.server, running.providers, phone);
    assert.notEqual(next.user.id, user.id);
  }

  const profile = (user: Racer): RaceCall => ({
    method: 'PUT',
    path: '/auth/profile',
    body: { firstName: user.names[0] },
    headers: bearer(user),
  });

  const kinds: Readonly<Record<string, (user: Racer, index: number) => RaceCall>> = {
    votes: (user, index) => post(`/posts/${postIds[index]}/vote`, user),
    comments: (user, index) => post('/comments', user, { entityType: 'post', entityId: postIds[index], content: 'Me too' }),
    reports: (user, index) => post('/reports', user, { entityType: 'post', entityId: postIds[index], reason: 'spam', note: 'Bad' }),
    favorites: (user, index) => post('/favorites', user, { itemType: 'product', itemId: 1 + index }),
    sessions: (user) => ({ method: 'POST', path: '/auth/login', body: { phone: user.phone, password: PASSWORD, projectId: 11 } }),
    'refreshed tokens': ({ tokens }) => ({ method: 'POST', path: '/auth/refresh', body: { refresh_token: tokens.refreshToken } }),
    'proved addresses': (user) => post('/auth/email/verify', user, { code: user.emailCode }),
    // few at once: without a cooldown each wins, and a phone has a bounded number of retries
    codes: (user, index) => (index % 5 === 0 ? post('/auth/send-otp', user, { purpose: 'export' }) : profile(user)),
    profiles: profile,
  };
  for (const [kind, call] of Object.entries(kinds))
    it(`leaves none of the ${kind} that race with it`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await newRacer();
        await raceWithDeletion(user, (index) => call(user, index));
        await expectErased(user);
      }
    });

  it('lets one registration of the phone win at most', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await newRacer();
      const { phone } = user;
      const otp = await requestCode(running.server, running.providers, { path: '/register-init', phone });
      const body = { phone, otp, projectId: 11 };
      const answers = await raceWithDeletion(user, () => ({ method: 'POST', path: '/auth/register-verify', body }));
      const won = answers.filter(({ status }) => status === 201);
      assert.ok(won.length <= 1);
      await eraseAll(running.server, clock);
      assert.deepEqual(await traceOf(running.server.db, user.user.id), []);
      const [winner] = won;
      if (winner === undefined) await register(running.server, running.providers, phone);
      else
        await client(running.server, { token: tokenIn(winner) })
          .get('/blocks')
          .expect(200);
    }
  });

  it('either ends in a restore or in the erasure', async () => {
    const { server } = running;
    const settings = (days: number) => admin(server).put('/admin/projects/11', { settings: { accountDeletionDays: days } });
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await newRacer();
      await settings(1).expect(200);
      await clientOf(server, user).post('/account/deletion', { password: PASSWORD }).expect(202);
      await settings(0).expect(200);
      clock.advance(24 * 3_600);
      const body = { phone: user.phone, password: PASSWORD, projectId: 11 };
      const restores = race.run(repeat(CALLS, () => ({ method: 'POST', path: '/auth/account/restore', body })));
      const [answers] = await Promise.all([restores, eraseDueAccounts(composeErasure(server.services, clock))]);
      expectNoFault(answers);
      const restored = answers.find(({ status }) => status === 200);
      if (restored === undefined) await expectErased(user);
      else {
        const token = tokenIn(restored);
        assert.equal(
          (
            await clientOf(server, { tokens: { accessToken: token, refreshToken: '' } })
              .get('/profile')
              .expect(200)
          ).body.firstName,
          user.names[0],
        );
      }
    }
  });
});

function tokenIn({ body }: RaceAnswer): string {
  return (body['tokens'] as { accessToken: string }).accessToken;
}

/** An answer that came too late to be known is the only 503. */
function expectNoFault(answers: readonly RaceAnswer[]): void {
  const faults = answers.filter(({ status, body }) => status >= 500 && body['code'] !== 'outcome_unknown');
  assert.deepEqual(faults, []);
}
