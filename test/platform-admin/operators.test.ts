import assert from 'node:assert/strict';
import { Operator } from '../../models/platform-admin/Operator.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { guardTenancy } from '../../server/platform/db/tenancy/models.ts';
import { countOperators, ensureOperator } from '../../server/services/platform-admin/operators/operators.ts';
import { expectTally, raceAsAdmin, repeat } from '../support/race.ts';
import { admin } from '../support/requests/client.ts';
import { atOnce, faultyFields, itNeedsPlatformKey, tally } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'correct horse battery';
const OPERATORS = '/admin/projects/11/operators';

describe('operators', () => {
  let server: TestServer;
  let time = new Date('2026-06-01T12:00:00.000Z');
  const clock: Clock = { now: () => time };
  let count = 0;

  before(async () => {
    server = await startServer({ clock });
    guardTenancy(server.db.model(Operator));
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => server.close());

  const newUsername = (): string => {
    count += 1;
    return `operator-${count}`;
  };
  const newOperator = async (values: object = {}) => {
    const { body } = await admin(server)
      .post(OPERATORS, { username: newUsername(), password: PASSWORD, role: 'staff', ...values })
      .expect(201);
    return body;
  };
  const stored = async (id: number): Promise<Operator> => {
    const operator = await server.db.model(Operator).findOne({ where: { id }, acrossProjects: true });
    assert.ok(operator !== null);
    return operator;
  };

  itNeedsPlatformKey(
    () => server,
    [
      ['get', '/admin/projects/404404/operators'],
      ['post', '/admin/projects/404404/operators', {}],
      ['put', '/admin/projects/404404/operators/1', {}],
    ],
  );

  describe('GET /admin/projects/:id/operators', () => {
    it('lists the operators by id, without hashes', async () => {
      const mine = await newOperator();
      const others = await admin(server)
        .post('/admin/projects/12/operators', { username: newUsername(), password: PASSWORD, role: 'admin' })
        .expect(201);
      const { body, text } = await admin(server).get(OPERATORS).expect(200);
      const ids: number[] = body.map(({ id }: { id: number }) => id);
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => a - b),
      );
      assert.ok(ids.includes(mine.id) && !ids.includes(others.body.id));
      assert.doesNotMatch(text, /argon2|password/i);
    });

    it('answers 404 to unknown projects, 400 to a bad id', async () => {
      assert.equal((await admin(server).get('/admin/projects/404404/operators').expect(404)).body.code, 'project_not_found');
      assert.deepEqual(faultyFields((await admin(server).get('/admin/projects/x/operators').expect(400)).body), ['id']);
    });
  });

  describe('POST /admin/projects/:id/operators', () => {
    it('creates an active operator with a hashed password', async () => {
      const { id, createdAt, updatedAt, ...rest } = await newOperator({
        username: 'Noura.Ali@x-1_2',
        email: ' Noura@Example.COM ',
        role: 'admin',
      });
      assert.deepEqual(rest, {
        username: 'Noura.Ali@x-1_2',
        email: 'noura@example.com',
        role: 'admin',
        owner: false,
        isActive: true,
        projectId: 11,
        totp: false,
      });
      const { passwordHash, usernameKey } = await stored(id);
      assert.equal(usernameKey, 'noura.ali@x-1_2');
      assert.match(passwordHash, /^\$argon2id\$/);
      assert.equal(await server.services.auth.passwords.verify(passwordHash, PASSWORD), true);
      assert.equal(createdAt, updatedAt);
    });

    it('creates an operator without an e-mail', async () => {
      assert.equal((await newOperator()).email, null);
      assert.equal((await newOperator({ email: null })).email, null);
    });

    it('takes the password untrimmed and normalized to NFC', async () => {
      const { id } = await newOperator({ password: ' cafe\u0301 society ' });
      const { passwordHash } = await stored(id);
      assert.equal(await server.services.auth.passwords.verify(passwordHash, ' caf\u00e9 society '), true);
      assert.equal(await server.services.auth.passwords.verify(passwordHash, 'caf\u00e9 society'), false);
    });

    it('ignores project, id and hash in the body', async () => {
      const body = await newOperator({ id: 1, projectId: 12, isActive: false, passwordHash: 'x', accessChangedAt: '2000-01-01T00:00:00Z' });
      assert.deepEqual([body.projectId, body.isActive], [11, true]);
      assert.notEqual((await stored(body.id)).passwordHash, 'x');
    });

    it('answers 409 for a username taken in any project', async () => {
      const { username } = await newOperator();
      for (const [project, name] of [
        [11, username],
        [11, username.toUpperCase()],
        [12, username],
      ] as const) {
        const { body } = await admin(server)
          .post(`/admin/projects/${project}/operators`, { username: name, password: PASSWORD, role: 'staff' })
          .expect(409);
        assert.equal(body.code, 'username_taken');
      }
    });

    it('answers 404 for an unknown project', async () => {
      const { body } = await admin(server)
        .post('/admin/projects/404404/operators', { username: newUsername(), password: PASSWORD, role: 'staff' })
        .expect(404);
      assert.equal(body.code, 'project_not_found');
    });

    it('answers 400 and names every fault', async () => {
      const { body } = await admin(server)
        .post(OPERATORS, { username: 'a b', password: 'short', email: 'nope', role: 'customer' })
        .expect(400);
      assert.deepEqual(faultyFields(body), ['username', 'password', 'email', 'role']);
    });

    const BAD: readonly [name: string, values: object, field: string][] = [
      ['no username', { username: undefined }, 'username'],
      ['a username of two characters', { username: 'ab' }, 'username'],
      ['a username of 65 characters', { username: 'a'.repeat(65) }, 'username'],
      ['a username that looks like another', { username: 'n\u043eura' }, 'username'],
      ['a username with a blank behind', { username: 'noura ' }, 'username'],
      ['an object for a username', { username: { $ne: null } }, 'username'],
      ['no password', { password: undefined }, 'password'],
      ['a password of 7 characters', { password: '1234abc' }, 'password'],
      ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
      ['a common password', { password: 'Password123' }, 'password'],
      ['the username for a password', { username: 'my-own-name', password: 'My-Own-Name' }, 'password'],
      ['a list for a password', { password: ['correct', 'horse'] }, 'password'],
      ['an e-mail of two people', { email: 'a@example.com, b@example.com' }, 'email'],
      ['an e-mail with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
      ['an e-mail of 255 characters', { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(66)}.com` }, 'email'],
      ['no role', { role: undefined }, 'role'],
      ['the role of a user', { role: 'customer' }, 'role'],
      ['a role in capitals', { role: 'Admin' }, 'role'],
    ];
    for (const [name, values, field] of BAD) {
      it(`answers 400 for ${name}`, async () => {
        const { body } = await admin(server)
          .post(OPERATORS, { username: newUsername(), password: PASSWORD, role: 'staff', ...values })
          .expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', field]);
      });
    }

    it('accepts passwords of 8 to 128 characters', async () => {
      const signs = '\u{1f511}\u{1f6aa}\u{1f40e}\u{1f50b}\u{1f319}\u{1f34b}\u{1f388}\u{1f6b2}';
      await newOperator({ password: signs });
      await newOperator({ password: signs.repeat(16) });
    });

    it('creates one of 20 parallel operators of one name', async () => {
      const username = newUsername();
      const answers = await raceAsAdmin(
        server,
        repeat(20, (index) => ({
          method: 'POST',
          path: `/admin/projects/${index % 2 === 0 ? 11 : 12}/operators`,
          body: { username: index % 3 === 0 ? username.toUpperCase() : username, password: PASSWORD, role: 'staff' },
        })),
      );
      expectTally(answers, { 201: 1, 409: 19 });
    });
  });

  describe('PUT /admin/projects/:id/operators/:operatorId', () => {
    it('changes role, activity and password', async () => {
      const { id } = await newOperator();
      const { body } = await admin(server)
        .put(`${OPERATORS}/${id}`, { role: 'admin', isActive: false, password: 'another horse' })
        .expect(200);
      assert.deepEqual([body.id, body.role, body.isActive], [id, 'admin', false]);
      const { passwordHash } = await stored(id);
      assert.equal(await server.services.auth.passwords.verify(passwordHash, 'another horse'), true);
      assert.equal(await server.services.auth.passwords.verify(passwordHash, PASSWORD), false);
    });

    it('leaves fields unchanged that are not given', async () => {
      const before = await newOperator({ email: 'keep@example.com' });
      const { body } = await admin(server).put(`${OPERATORS}/${before.id}`, { role: 'admin' }).expect(200);
      assert.deepEqual({ ...body, updatedAt: '' }, { ...before, role: 'admin', updatedAt: '' });
      assert.equal(await server.services.auth.passwords.verify((await stored(before.id)).passwordHash, PASSWORD), true);
    });

    it('dates the last change of access', async () => {
      const { id } = await newOperator();
      const madeAt = time;
      assert.deepEqual((await stored(id)).accessChangedAt, madeAt);
      time = new Date(time.getTime() + 60_000);
      await admin(server).put(`${OPERATORS}/${id}`, { role: 'staff', isActive: true }).expect(200);
      assert.deepEqual((await stored(id)).accessChangedAt, madeAt);
      for (const change of [{ role: 'admin' }, { isActive: false }, { password: 'another horse' }]) {
        time = new Date(time.getTime() + 60_000);
        await admin(server).put(`${OPERATORS}/${id}`, change).expect(200);
        assert.deepEqual((await stored(id)).accessChangedAt, time);
      }
    });

    it('never changes the username, e-mail or project', async () => {
      const before = await newOperator();
      const { body } = await admin(server)
        .put(`${OPERATORS}/${before.id}`, { username: 'other', email: 'x@example.com', projectId: 12, isActive: false })
        .expect(200);
      assert.deepEqual([body.username, body.email, body.projectId], [before.username, null, 11]);
    });

    it('answers 404 for the operator of another project', async () => {
      const { id } = await newOperator();
      const { body } = await admin(server).put(`/admin/projects/12/operators/${id}`, { isActive: false }).expect(404);
      assert.equal(body.code, 'operator_not_found');
      assert.equal((await stored(id)).isActive, true);
    });

    it('answers 404 for an unknown operator and an unknown project', async () => {
      assert.equal((await admin(server).put(`${OPERATORS}/404404`, { isActive: false }).expect(404)).body.code, 'operator_not_found');
      assert.equal(
        (await admin(server).put('/admin/projects/404404/operators/1', { isActive: false }).expect(404)).body.code,
        'project_not_found',
      );
    });

    for (const sent of [
      {},
      { username: 'other' },
      { role: 'customer' },
      { role: null },
      { isActive: 'false' },
      { password: 'short' },
      { password: 'password123' },
      { password: null },
    ]) {
      it(`answers 400 for ${JSON.stringify(sent)}`, async () => {
        const { id } = await newOperator();
        await admin(server).put(`${OPERATORS}/${id}`, sent).expect(400);
      });
    }

    it('answers 400 for the username as password', async () => {
      const { id, username } = await newOperator();
      const own = await admin(server).put(`${OPERATORS}/${id}`, { password: username.toUpperCase() }).expect(400);
      const many = await admin(server).put(`${OPERATORS}/${id}`, { role: 'x', isActive: 1, password: 'short' }).expect(400);
      assert.deepEqual([faultyFields(own.body), faultyFields(many.body)], [['password'], ['role', 'isActive', 'password']]);
    });

    it('loses none of 12 parallel changes', async () => {
      const { id } = await newOperator();
      const changes = [{ role: 'admin' }, { isActive: false }, { password: 'another horse' }];
      const answers = await raceAsAdmin(
        server,
        repeat(12, (index) => ({ method: 'PUT', path: `${OPERATORS}/${id}`, body: changes[index % 3] })),
      );
      assert.deepEqual(tally(answers), { 200: 12 });
      const { role, isActive, passwordHash } = await stored(id);
      assert.deepEqual(
        [role, isActive, await server.services.auth.passwords.verify(passwordHash, 'another horse')],
        ['admin', false, true],
      );
    });
  });

  describe('the operator of the first start', () => {
    it('is created once and never changed', async () => {
      const before = await countOperators(server.db);
      const values = { username: 'First', password: PASSWORD, role: 'admin' as const };
      const made = await atOnce(6, () => ensureOperator(server.services.admin, 11, values, time));
      assert.deepEqual(made.filter(Boolean), [true]);
      assert.equal(
        await ensureOperator(server.services.admin, 12, { ...values, username: 'FIRST', password: 'another horse' }, time),
        false,
      );
      assert.equal(await countOperators(server.db), before + 1);
    });
  });

  it('throw at a query that names no project', async () => {
    await assert.rejects(server.db.model(Operator).findAll(), /names no project/);
  });
});
