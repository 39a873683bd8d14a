import assert from 'node:assert/strict';
import { openSession, type TokenPair } from '../../../server/services/auth/sessions/sessions.ts';
import { authClient, type Client, type Credentials, client } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import type { TestServer } from '../../support/server.ts';
import { clientOf, login, movableClock, newPhone, PASSWORD, refusedAs, register, startAuthServer } from '../support.ts';
import { auditOf, callAt, type SignedInUser, sessionsOf, signedInUser } from './session-support.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('the sessions of a user', () => {
  let server: TestServer;
  let auth: Awaited<ReturnType<typeof startAuthServer>>;
  const clock = movableClock();

  before(async () => {
    auth = await startAuthServer({ clock, env: { TRUST_PROXY: '1' } });
    ({ server } = auth);
  });
  after(() => auth.close());

  const as = ({ accessToken }: Pick<TokenPair, 'accessToken'>, credentials: Credentials = {}): Client =>
    clientOf(server, { tokens: { accessToken, refreshToken: '' } }, credentials);
  const another = async ({ user }: SignedInUser): Promise<TokenPair> =>
    (await openSession(callAt(server, clock), user, { method: 'otp' })).tokens;
  const refresh = (pair: TokenPair) => authClient(server).post('/refresh', { refresh_token: pair.refreshToken });
  const isAlive = async (pair: TokenPair): Promise<boolean> => {
    const { status } = await as(pair).get('/settings');
    assert.ok(status === 200 || status === 401);
    return status === 200;
  };
  const isDead = async (pair: TokenPair): Promise<void> => {
    assert.equal(await isAlive(pair), false);
    await refresh(pair).expect(401).expect(refusedAs('token_not_valid'));
  };
  const actionsOf = async ({ user }: SignedInUser) =>
    (await auditOf(server.db, `user:${user.id}`)).map(({ action, details }) => [action, JSON.parse(details).reason]);

  describe('POST /logout', () => {
    it('ends the session of the access token alone', async () => {
      const signedIn = await signedInUser(server, clock);
      const other = await another(signedIn);
      const { body } = await as(signedIn.pair).post('/logout').expect(200);
      assert.deepEqual(Object.keys(body), ['message']);
      await isDead(signedIn.pair);
      assert.equal(await isAlive(other), true);
      assert.deepEqual(await actionsOf(signedIn), [['session.ended', 'sign_out']]);
    });

    it('ends all sessions of the user if asked', async () => {
      const signedIn = await signedInUser(server, clock);
      const other = await another(signedIn);
      const stranger = await signedInUser(server, clock);
      await as(signedIn.pair).post('/logout', { all: true }).expect(200);
      await isDead(signedIn.pair);
      await isDead(other);
      assert.equal(await isAlive(stranger.pair), true);
      const [row, ...more] = await auditOf(server.db, `user:${signedIn.user.id}`);
      assert.deepEqual([more, JSON.parse(row?.details ?? '').sessions.length], [[], 2]);
    });

    it('ends the session of a refresh token, under both prefixes', async () => {
      for (const base of ['/api/v2/auth', '/api/v1/auth']) {
        const signedIn = await signedInUser(server, clock);
        const other = await another(signedIn);
        const next = await refresh(signedIn.pair).expect(200);
        // a used token of the session is enough to end it
        await client(server, {}, base).post('/logout', { refresh_token: signedIn.pair.refreshToken }).expect(200);
        await isDead(next.body);
        assert.equal(await isAlive(other), true);
      }
    });

    it('answers a repeated sign-out alike, without effect', async () => {
      const signedIn = await signedInUser(server, clock);
      const { pair } = signedIn;
      const other = await another(signedIn);
      for (let time = 0; time < 2; time += 1) {
        await as(pair).post('/logout', {}).expect(200);
        await as(pair).post('/logout', { all: true }).expect(200);
        await authClient(server).post('/logout', { refresh_token: pair.refreshToken }).expect(200);
      }
      assert.equal(await isAlive(other), true, 'a token of an ended session ends no other');
      assert.deepEqual(await actionsOf(signedIn), [['session.ended', 'sign_out']]);
    });

    it('accepts refresh tokens of sessions that expired or are gone', async () => {
      const { user, pair } = await signedInUser(server, clock);
      clock.advance(604_801);
      await authClient(server).post('/logout', { refresh_token: pair.refreshToken }).expect(200);
      for (const session of await sessionsOf(server.db, user)) await session.destroy();
      await authClient(server).post('/logout', { refresh_token: pair.refreshToken }).expect(200);
    });

    it('refuses tokens that are not valid', async () => {
      const { pair } = await signedInUser(server, clock);
      await authClient(server).post('/logout').expect(401).expect(refusedAs('not_authenticated'));
      await as({ accessToken: `${pair.accessToken.slice(0, -9)}AAAAAAAAA` })
        .post('/logout')
        .expect(401)
        .expect(refusedAs('token_not_valid'));
      await as({ accessToken: pair.refreshToken }).post('/logout').expect(401).expect(refusedAs('token_not_valid'));
      const wrong = { refresh_token: pair.accessToken };
      await as(pair).post('/logout', wrong).expect(401).expect(refusedAs('token_not_valid'));
      const operator = operatorToken(server, {}, clock.now());
      await as({ accessToken: operator }).post('/logout').expect(403).expect(refusedAs('permission_denied'));
      const both = { all: true, refresh_token: pair.refreshToken };
      await authClient(server).post('/logout', both).expect(400).expect(refusedAs('validation_error'));
      await as(pair).post('/logout', { all: 'yes' }).expect(400).expect(refusedAs('validation_error'));
      assert.equal(await isAlive(pair), true);
      clock.advance(3_606);
      await as(pair).post('/logout').expect(401).expect(refusedAs('token_not_valid'));
    });

    it('refuses a header that names another project', async () => {
      const { pair } = await signedInUser(server, clock);
      const headers = { 'X-Project-ID': '12' };
      await as(pair, { headers }).post('/logout').expect(403).expect(refusedAs('project_mismatch'));
      const body = { refresh_token: pair.refreshToken };
      await authClient(server, { headers }).post('/logout', body).expect(401).expect(refusedAs('token_not_valid'));
      assert.equal(await isAlive(pair), true);
      await as(pair, { headers: { 'X-Project-ID': '11' } })
        .post('/logout')
        .expect(200);
    });
  });

  describe('GET /sessions', () => {
    it('shows device, network and times of live sessions', async () => {
      const { phone, tokens } = await register(server, auth.providers, newPhone(), { password: PASSWORD });
      clock.advance(60);
      const headers = { 'X-Device-Name': "Layla's phone", 'User-Agent': 'okhttp/4.12.0', 'X-Forwarded-For': '203.0.113.77' };
      const { body: second } = await client(server, { headers }, '/api/v2/auth').post('/login', { phone, password: PASSWORD }).expect(200);
      clock.advance(60);
      const from = { 'User-Agent': 'okhttp/4.13.0', 'X-Forwarded-For': '2001:db8:7:1::9' };
      const { body: third } = await authClient(server, { headers: from }).post('/login', { phone, password: PASSWORD }).expect(200);
      const { body } = await as(second.tokens).get('/sessions').expect(200);
      const shown = body.data.map(({ id: _, createdAt: _at, ...rest }: Record<string, unknown>) => rest);
      const at = (secondsAgo: number) => new Date(clock.now().getTime() - secondsAgo * 1_000).toISOString();
      assert.deepEqual(shown.slice(0, 2), [
        { device: 'Android app', lastUsedAt: at(0), address: '2001:db8:7::/48', current: false },
        { device: "Layla's phone", lastUsedAt: at(60), address: '203.0.113.0/24', current: true },
      ]);
      assert.deepEqual([shown[2]?.current, shown[2]?.lastUsedAt, shown.length], [false, at(120), 3]);
      assert.equal(body.data[1].createdAt, at(60));
      for (const pair of [tokens, third.tokens]) await as(pair).get('/profile').expect(200);
    });

    it('follows the last refresh and keeps the given name', async () => {
      const { phone } = await register(server, auth.providers, newPhone(), { password: PASSWORD });
      const first = { 'X-Device-Name': 'Tablet', 'X-Forwarded-For': '203.0.113.77' };
      const { body: signedIn } = await client(server, { headers: first }, '/api/v2/auth')
        .post('/login', { phone, password: PASSWORD })
        .expect(200);
      clock.advance(1_000);
      const later = { 'User-Agent': 'Market/7', 'X-Forwarded-For': '198.51.100.3' };
      const refreshed = await authClient(server, { headers: later })
        .post('/refresh', { refresh_token: signedIn.tokens.refreshToken })
        .expect(200);
      const [shown] = (await as(refreshed.body).get('/sessions').expect(200)).body.data;
      assert.deepEqual(
        [shown.device, shown.address, shown.lastUsedAt, shown.createdAt],
        ['Tablet', '198.51.100.0/24', clock.now().toISOString(), new Date(clock.now().getTime() - 1_000_000).toISOString()],
      );
    });

    it('leaves out ended and expired sessions and other users', async () => {
      const signedIn = await signedInUser(server, clock);
      await signedInUser(server, clock);
      const ended = await another(signedIn);
      await as(ended).post('/logout').expect(200);
      const count = async (pair: TokenPair) => (await as(pair).get('/sessions').expect(200)).body.data.length;
      assert.equal(await count(signedIn.pair), 1);
      clock.advance(604_800);
      assert.equal(await count(await another(signedIn)), 1);
    });

    it('refuses operators and callers without a token', async () => {
      const operator = operatorToken(server, {}, clock.now());
      await as({ accessToken: operator }).get('/sessions').expect(403).expect(refusedAs('permission_denied'));
      await authClient(server).get('/sessions').expect(401).expect(refusedAs('not_authenticated'));
    });
  });

  describe('DELETE /sessions/:id', () => {
    const idOf = async (pair: TokenPair): Promise<string> =>
      (await as(pair).get('/sessions').expect(200)).body.data.find(({ current }: { current: boolean }) => current).id;

    it('ends another session of the user', async () => {
      const signedIn = await signedInUser(server, clock);
      const other = await another(signedIn);
      const id = await idOf(other);
      await as(signedIn.pair).delete(`/sessions/${id}`).expect(200);
      await isDead(other);
      assert.equal(await isAlive(signedIn.pair), true);
      await as(signedIn.pair).delete(`/sessions/${id}`).expect(404).expect(refusedAs('session_not_found'));
      assert.deepEqual(await actionsOf(signedIn), [['session.ended', 'ended_by_user']]);
    });

    it('ends the session of the request itself', async () => {
      const { pair } = await signedInUser(server, clock);
      const id = await idOf(pair);
      await as(pair).delete(`/sessions/${id}`).expect(200);
      await as(pair).delete(`/sessions/${id}`).expect(401).expect(refusedAs('token_not_valid'));
      await isDead(pair);
    });

    it('does not find sessions of others or malformed ids', async () => {
      const { pair } = await signedInUser(server, clock);
      const stranger = await signedInUser(server, clock);
      for (const id of [UNKNOWN_ID, await idOf(stranger.pair)])
        await as(pair).delete(`/sessions/${id}`).expect(404).expect(refusedAs('session_not_found'));
      for (const id of ['1', 'x'.repeat(36), UNKNOWN_ID.replace('4', 'G')])
        await as(pair).delete(`/sessions/${id}`).expect(400).expect(refusedAs('validation_error'));
      assert.equal(await isAlive(stranger.pair), true);
    });
  });

  it('lets the user sign in again in the same second', async () => {
    const { phone, tokens } = await register(server, auth.providers, newPhone(), { password: PASSWORD });
    await as(tokens).post('/logout', { all: true }).expect(200);
    // the same second must not be refused
    const { body } = await login(server, phone).expect(200);
    await as(body.tokens).get('/profile').expect(200);
  });
});
