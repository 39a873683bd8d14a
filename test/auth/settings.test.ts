import assert from 'node:assert/strict';
import { User } from '../../models/auth/User.ts';
import { afterCommit } from '../../server/platform/db/transactions/transaction.ts';
import { admin, authClient } from '../support/requests/client.ts';
import { faultyFields } from '../support/requests/key-access.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { type AuthServer, clientOf, newPhone, type RegisteredUser, register, startAuthServer } from './support.ts';

describe('settings', () => {
  let auth: AuthServer;

  before(async () => {
    auth = await startAuthServer();
  });
  after(() => auth.close());

  const newUser = (extra = {}): Promise<RegisteredUser> => register(auth.server, auth.providers, newPhone(), extra);
  const as = (user: RegisteredUser) => clientOf(auth.server, user);

  describe('GET /settings', () => {
    it('returns the defaults of a new user', async () => {
      assert.deepEqual(
        (
          await as(await newUser())
            .get('/settings')
            .expect(200)
        ).body,
        { notifications: true, language: 'en' },
      );
    });

    it('requires a token of an existing user', async () => {
      assert.equal((await authClient(auth.server).get('/settings').expect(401)).body.code, 'not_authenticated');
      const ghost = authClient(auth.server, { token: phoneToken(auth.server) });
      const operator = authClient(auth.server, { token: operatorToken(auth.server) });
      assert.equal((await ghost.get('/settings').expect(401)).body.code, 'token_not_valid');
      assert.equal((await operator.get('/settings').expect(403)).body.code, 'permission_denied');
      assert.equal((await operator.put('/settings', { notifications: false }).expect(403)).body.code, 'permission_denied');
    });
  });

  describe('PUT /settings', () => {
    it('changes the given fields and keeps the others', async () => {
      const user = await newUser();
      const off = await as(user).put('/settings', { notifications: false }).expect(200);
      assert.deepEqual(off.body, { notifications: false, language: 'en' });
      const arabic = await as(user).put('/settings', { language: 'ar' }).expect(200);
      assert.deepEqual(arabic.body, { notifications: false, language: 'ar' });
      assert.deepEqual((await as(user).get('/settings').expect(200)).body, arabic.body);
    });

    it('looks the project up outside of the transaction', async () => {
      const user = await newUser();
      const setup = auth.server.services.auth;
      const find = setup.findProject;
      const found: string[] = [];
      Reflect.set(setup, 'findProject', (id: number) => {
        let where = 'in a transaction';
        afterCommit(auth.server.db, () => {
          where = 'outside';
        });
        found.push(where);
        return find(id);
      });
      try {
        await as(user).put('/settings', { language: 'ar' }).expect(200);
        await as(user).put('/profile', { firstName: 'Noura' }).expect(200);
        await as(user).put('/password', { newPassword: 'another horse battery' }).expect(200);
      } finally {
        Reflect.set(setup, 'findProject', find);
      }
      assert.ok(found.length >= 3);
      assert.deepEqual([...new Set(found)], ['outside']);
    });

    it('sets the language shown in the profile', async () => {
      const user = await newUser();
      await as(user).put('/settings', { language: 'ar' }).expect(200);
      assert.equal((await as(user).get('/profile').expect(200)).body.language, 'ar');
    });

    it('accepts only the languages of the project', async () => {
      await admin(auth.server)
        .put('/admin/projects/12', { settings: { languages: ['ar', 'pt-BR'] } })
        .expect(200);
      const user = await newUser({ projectId: 12 });
      await as(user).put('/settings', { language: 'pt-BR' }).expect(200);
      const { body } = await as(user).put('/settings', { language: 'en', notifications: false }).expect(400);
      assert.deepEqual(faultyFields(body), ['language']);
      assert.deepEqual((await as(user).get('/settings').expect(200)).body, { notifications: true, language: 'pt-BR' });
    });

    it('drops unknown fields and `__proto__`', async () => {
      const user = await newUser();
      const { status, body } = await sendRaw(user, '{"language":"ar","__proto__":{"notifications":false},"x":1,"role":"admin"}');
      assert.deepEqual([status, body], [200, { notifications: true, language: 'ar' }]);
      assert.equal((await auth.server.db.model(User).findOne({ where: { id: user.user.id, projectId: 11 } }))?.role, 'customer');
      assert.equal((await sendRaw(user, '{"__proto__":{"notifications":false},"x":1}')).status, 400);
    });

    for (const sent of [
      { notifications: 'true' },
      { notifications: 1 },
      { notifications: null },
      { notifications: [true] },
      { language: 'fr' },
      { language: 'EN' },
      { language: ' en' },
      { language: '' },
      { language: null },
      { language: ['en'] },
    ])
      it(`answers 400 and names the field for ${JSON.stringify(sent)}`, async () => {
        const { body } = await as(await newUser())
          .put('/settings', sent)
          .expect(400);
        assert.deepEqual(faultyFields(body), Object.keys(sent));
      });

    it('answers 400 for an empty body', async () => {
      await as(await newUser())
        .put('/settings', {})
        .expect(400);
    });
  });

  async function sendRaw({ tokens }: RegisteredUser, body: string): Promise<{ status: number; body: unknown }> {
    const headers = { Authorization: `Bearer ${tokens.accessToken}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${auth.server.url}/api/v2/auth/settings`, { method: 'PUT', headers, body });
    return { status: response.status, body: await response.json() };
  }
});
