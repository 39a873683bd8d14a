import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { faultyFields } from '../../support/requests/key-access.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { type AuthServer, clientOf, newPhone, type RegisteredUser, register, startAuthServer } from '../support.ts';

describe('profile', () => {
  let auth: AuthServer;

  before(async () => {
    auth = await startAuthServer();
  });
  after(() => auth.close());

  const newUser = (extra = {}): Promise<RegisteredUser> => register(auth.server, auth.providers, newPhone(), extra);
  const as = (user: RegisteredUser) => clientOf(auth.server, user);
  const stored = async ({ user: { id, projectId } }: RegisteredUser): Promise<User> => {
    const found = await auth.server.db.model(User).findOne({ where: { id, projectId } });
    assert.ok(found !== null);
    return found;
  };

  describe('GET /profile', () => {
    it('returns the record of the signed-in user', async () => {
      const user = await newUser({ firstName: 'Noura', lastName: 'Ali' });
      const { body } = await as(user).get('/profile').expect(200);
      const { id, createdAt, updatedAt, ...rest } = body;
      assert.deepEqual(rest, {
        phone: user.phone,
        email: null,
        emailVerified: false,
        role: 'customer',
        status: 'active',
        firstName: 'Noura',
        lastName: 'Ali',
        avatar: null,
        language: 'en',
        phoneVerified: true,
        projectId: 11,
      });
      assert.equal(id, user.user.id);
      assert.equal(createdAt, updatedAt);
    });

    it('answers 401 without a token', async () => {
      assert.equal((await authClient(auth.server).get('/profile').expect(401)).body.code, 'not_authenticated');
    });

    it('answers 403 to an operator', async () => {
      for (const role of ['staff', 'admin'] as const) {
        const operator = authClient(auth.server, { token: operatorToken(auth.server, { role }) });
        assert.equal((await operator.get('/profile').expect(403)).body.code, 'permission_denied');
        assert.equal((await operator.put('/profile', { firstName: 'X' }).expect(403)).body.code, 'permission_denied');
      }
    });

    it('answers 401 when the user was deleted', async () => {
      const ghost = authClient(auth.server, { token: phoneToken(auth.server) });
      assert.equal((await ghost.get('/profile').expect(401)).body.code, 'token_not_valid');
      assert.equal((await ghost.put('/profile', { firstName: 'X' }).expect(401)).body.code, 'token_not_valid');
    });

    for (const status of ['inactive', 'suspended', 'deleted'] as const)
      it(`answers 401 without a change when the user is ${status}`, async () => {
        const user = await newUser({ firstName: 'Before' });
        await auth.server.db.model(User).update({ status }, { where: { id: user.user.id, projectId: 11 } });
        assert.equal((await as(user).get('/profile').expect(401)).body.code, 'token_not_valid');
        assert.equal((await as(user).put('/profile', { firstName: 'After' }).expect(401)).body.code, 'token_not_valid');
        assert.equal((await stored(user)).firstName, 'Before');
      });

    it('answers 403 for the header of another project', async () => {
      const other = clientOf(auth.server, await newUser(), { headers: { 'X-Project-ID': '12' } });
      assert.equal((await other.get('/profile').expect(403)).body.code, 'project_mismatch');
    });

    it('answers 403 in an inactive project', async () => {
      const { body } = await admin(auth.server).post('/admin/projects', { name: 'Short-lived' }).expect(201);
      const user = await newUser({ projectId: body.id });
      await admin(auth.server).put(`/admin/projects/${body.id}`, { isActive: false }).expect(200);
      assert.equal((await as(user).get('/profile').expect(403)).body.code, 'project_inactive');
    });
  });

  describe('PUT /profile', () => {
    it('changes the given fields and keeps the others', async () => {
      const user = await newUser({ firstName: 'Noura' });
      const first = await as(user).put('/profile', { lastName: ' Ali ', email: ' Noura.ALI@Example.COM ' }).expect(200);
      assert.deepEqual([first.body.firstName, first.body.lastName, first.body.email], ['Noura', 'Ali', 'noura.ali@example.com']);
      assert.deepEqual((await as(user).get('/profile').expect(200)).body, first.body);
      const second = await as(user).put('/profile', { firstName: 'نورة' }).expect(200);
      assert.deepEqual([second.body.firstName, second.body.lastName, second.body.email], ['نورة', 'Ali', 'noura.ali@example.com']);
    });

    it('clears fields with null and frees the e-mail', async () => {
      const user = await newUser({ firstName: 'Noura', lastName: 'Ali' });
      await as(user).put('/profile', { email: 'free@example.com' }).expect(200);
      const { body } = await as(user).put('/profile', { firstName: null, lastName: null, email: null }).expect(200);
      assert.deepEqual([body.firstName, body.lastName, body.email], [null, null, null]);
      await as(await newUser())
        .put('/profile', { email: 'free@example.com' })
        .expect(200);
    });

    it('ignores fields that only the server may change', async () => {
      const user = await newUser();
      const before = await stored(user);
      const escalation = {
        role: 'admin',
        status: 'inactive',
        phone: '+966500000000',
        phoneVerified: false,
        projectId: 12,
        id: 'x',
        avatar: 'https://example.com/a.png',
        language: 'ar',
        passwordHash: 'x',
        emailKey: 'other@example.com',
      };
      const { body } = await as(user)
        .put('/profile', { ...escalation, firstName: 'Mallory' })
        .expect(200);
      assert.equal(body.firstName, 'Mallory');
      // the keys of the search repeat the name
      const follows = /^(firstName|searchKey\w*|updatedAt|revision)$/;
      const rest = (row: User): object => Object.fromEntries(Object.entries(row.toJSON()).filter(([name]) => !follows.test(name)));
      assert.deepEqual(rest(await stored(user)), rest(before));
      await as(user).put('/profile', escalation).expect(400);
    });

    for (const sent of [
      { firstName: '' },
      { firstName: ' ' },
      { firstName: 'x'.repeat(101) },
      { firstName: 7 },
      { firstName: ['a'] },
      { lastName: 'a\nb' },
      { lastName: 'a\u202eb' },
      { email: '' },
      { email: 'nobody' },
      { email: 'a@b@example.com' },
      { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.${'v'.repeat(20)}.com` },
      { email: { $ne: null } },
    ])
      it(`answers 400 and names the field for ${JSON.stringify(sent).slice(0, 60)}`, async () => {
        const { body } = await as(await newUser())
          .put('/profile', sent)
          .expect(400);
        assert.deepEqual([...new Set(faultyFields(body))], Object.keys(sent));
      });

    it('answers 400 for an empty body', async () => {
      await as(await newUser())
        .put('/profile', {})
        .expect(400);
    });

    it('accepts an e-mail that another user has set', async () => {
      for (const firstName of ['First', 'Second']) {
        const { body } = await as(await newUser())
          .put('/profile', { email: 'Wanted@example.com', firstName })
          .expect(200);
        assert.deepEqual([body.email, body.emailVerified, body.firstName], ['wanted@example.com', false, firstName]);
      }
    });

    it('accepts the same e-mail and one of another project', async () => {
      const user = await newUser();
      const other = await newUser({ projectId: 12 });
      await as(user).put('/profile', { email: 'both@example.com' }).expect(200);
      await as(user).put('/profile', { email: 'Both@example.com' }).expect(200);
      await as(other).put('/profile', { email: 'both@example.com' }).expect(200);
    });
  });
});
