import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CreationAttributes } from 'sequelize';
import { User } from '../../../models/auth/User.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { recountAuth } from '../../../server/services/auth/auth-sums.ts';
import { searchKeysOf } from '../../../server/services/auth/search/search-keys.ts';
import { newPhone } from '../../auth/support.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { inArabic } from '../../support/requests/spellings.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { fieldsOf, tsv } from '../support/outcome.ts';

interface UserBody {
  readonly id: string;
  readonly status: string;
  readonly role: string;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const TEST_PHONE = '+15550100001';

describe('diwan users', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer({ env: { TEST_PHONES: `${TEST_PHONE}=123456` } });
    await admin(cli.server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => cli.close());

  const statusOf = async (id: string): Promise<string | undefined> =>
    (await cli.server.db.model(User).findOne({ where: { id }, acrossProjects: true }))?.status;
  /** Signs in as the user of the test phone, which needs no message. */
  const testUser = async (): Promise<{ id: string; accessToken: string }> => {
    const phone = { phone: TEST_PHONE, otp: '123456' };
    const registered = await authClient(cli.server).post('/register-verify', phone);
    const { body } = registered.status === 201 ? registered : await authClient(cli.server).post('/login-otp', phone).expect(200);
    return { id: body.user.id, accessToken: body.tokens.accessToken };
  };

  it('lists users as TSV and as JSON', async () => {
    const { id, phone } = await newUser(cli.server.db, {
      firstName: 'نورة',
      lastName: '\u0001Ali',
      email: 'noura@example.com',
      role: 'driver',
    });
    const words = [
      'users',
      'list',
      '--search',
      'noura@example',
      '--status',
      'active',
      '--role',
      'driver',
      '--sort',
      'lastLoginAt',
      '--since',
      '1h',
    ];
    const [{ stdout }, json] = await Promise.all([cli.run(words), cli.json<{ data: { createdAt: string }[]; pagination: object }>(words)]);
    assert.deepEqual(json.pagination, { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrevious: false });
    const created = json.data[0]?.createdAt;
    const name = 'نورة \\u{1}Ali';
    const row = { id, status: 'active', role: 'driver', phone, name, email: 'noura@example.com', created, 'last_sign-in': '' };
    assert.deepEqual(tsv(stdout), [row]);
  });

  it('shows a page and names the next', async () => {
    const role = 'staff';
    for (let made = 0; made < 3; made += 1) await newUser(cli.server.db, { role });
    const { data, pagination } = await cli.json<{ data: unknown[]; pagination: { page: number; totalPages: number } }>([
      'users',
      'list',
      '--role',
      role,
      '--limit',
      '2',
      '--page',
      '2',
    ]);
    assert.deepEqual([data.length, pagination.page, pagination.totalPages], [1, 2, 2]);
    const terminal = cli.terminal(['users', 'list', '--role', role, '--limit', '2'], { columns: 100 });
    await terminal.expect('page 1 of 2, 3 in total; --page 2 shows more');
    assert.equal((await terminal.ended()).code, 0);
  });

  it('keeps ids complete on a terminal of 80 columns', async () => {
    const { id, phone } = await newUser(cli.server.db, {
      firstName: 'A rather long first name',
      email: 'long.address@example.com',
      role: 'pending',
      status: 'suspended',
    });
    const terminal = cli.terminal(['users', 'list', '--role', 'pending']);
    const { text } = await terminal.ended();
    const [titles, row] = text.trim().split('\n');
    assert.match(titles ?? '', /^ID +Status +Phone +Name$/);
    assert.match(row ?? '', new RegExp(`^${id}  suspended  \\${phone}  A rather long f…$`));
  });

  it('shows one user as labelled lines', async () => {
    const { id, phone } = await newUser(cli.server.db, { lastName: 'Salem' });
    const { code, stdout } = await cli.run(['users', 'show', id.toUpperCase()]);
    assert.equal(code, 0);
    const fields = fieldsOf(stdout);
    assert.deepEqual([fields['id'], fields['phone'], fields['first_name'], fields['last_name']], [id, phone, '', 'Salem']);
  });

  it('sets the role of a user', async () => {
    const { id } = await newUser(cli.server.db);
    const { code, stdout, stderr } = await cli.run(['users', 'set-role', id, 'staff']);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: `User ${id} now has the role staff.\n` });
    assert.equal((await cli.json<UserBody>(['users', 'set-role', id, 'customer'])).role, 'customer');
  });

  it('suspends a user and activates them again', async () => {
    const { id } = await newUser(cli.server.db);
    const { code, stderr } = await cli.run(['users', 'suspend', id]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `User ${id} is suspended.\n` });
    assert.equal(await statusOf(id), 'suspended');
    assert.equal((await cli.json<UserBody>(['users', 'activate', id])).status, 'active');
  });

  it('continues after a failure and exits with 1', async () => {
    const [first, gone, last] = [
      await newUser(cli.server.db),
      await newUser(cli.server.db, { status: 'deleted' }),
      await newUser(cli.server.db),
    ];
    const words = ['users', 'suspend', first.id, gone.id, UNKNOWN, last.id, first.id];
    const { code, stdout, stderr } = await cli.run(words);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    const [one, two, three, four, ...rest] = stderr.trim().split('\n');
    assert.deepEqual([one, four, rest], [`User ${first.id} is suspended.`, `User ${last.id} is suspended.`, ['2 done, 2 failed']]);
    assert.match(two ?? '', new RegExp(`^${gone.id}: .* \\(invalid_transition\\)$`));
    assert.match(three ?? '', /\(user_not_found\)$/);
    assert.deepEqual([await statusOf(first.id), await statusOf(gone.id), await statusOf(last.id)], ['suspended', 'deleted', 'suspended']);
    const again = await cli.run(['users', 'activate', first.id, gone.id, '--json']);
    assert.equal(again.code, 1);
    const [done, failed] = JSON.parse(again.stdout) as { id: string; result: UserBody | null; error: { code: string } | null }[];
    assert.deepEqual([done?.id, done?.result?.status, done?.error], [first.id, 'active', null]);
    assert.deepEqual([failed?.id, failed?.result, failed?.error?.code], [gone.id, null, 'invalid_transition']);
  });

  it('stops at a missing right and lists finished ids', async () => {
    const [before, own, after] = [
      await newUser(cli.server.db),
      await newUser(cli.server.db, { role: 'admin' }),
      await newUser(cli.server.db),
    ];
    const env = { DIWAN_TOKEN: phoneToken(cli.server, { userId: own.id, phone: own.phone, role: 'admin' }) };
    const { code, stdout } = await cli.run(['users', 'suspend', before.id, own.id, after.id, '--json'], { env });
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, error.code, error.details], [4, 'permission_denied', [`done before: ${before.id}`]]);
    assert.deepEqual(await Promise.all([before, own, after].map(({ id }) => statusOf(id))), ['suspended', 'active', 'active']);
  });

  it('removes the lockout of a user', async () => {
    const { id, phone } = await newUser(cli.server.db);
    const signIn = () => authClient(cli.server).post('/login', { phone, password: 'not the password' });
    for (let tries = 0; tries < 5; tries += 1) await signIn().expect(401);
    await signIn().expect(429);
    const { code, stderr } = await cli.run(['users', 'unlock', id]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `User ${id} is unlocked, and may be sent a code at once.\n` });
    await signIn().expect(401);
  });

  it('revokes all sessions of a user', async () => {
    const { id, accessToken } = await testUser();
    await authClient(cli.server, { token: accessToken }).get('/profile').expect(200);
    const { code, stderr } = await cli.run(['users', 'revoke-sessions', id]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `User ${id} is signed out everywhere: 1 session ended.\n` });
    await authClient(cli.server, { token: accessToken }).get('/profile').expect(401);
    assert.deepEqual(await cli.json(['users', 'revoke-sessions', id]), { revoked: 0 });
  });

  it('names the cause and the next step of a failure', async () => {
    const { id } = await newUser(cli.server.db);
    const { id: deleted } = await newUser(cli.server.db, { status: 'deleted' });
    const test = await testUser();
    const staff = { env: { DIWAN_TOKEN: operatorToken(cli.server, { role: 'staff' }) } };
    await assertFailing(cli, [
      { words: ['users', 'show'], exit: 2, code: 'usage', says: /id/ },
      { words: ['users', 'suspend'], exit: 2, code: 'usage', says: /ids/ },
      { words: ['users', 'suspend', id, '12'], exit: 2, code: 'usage', says: /UUID/ },
      { words: ['users', 'set-role', id, 'owner'], exit: 2, code: 'usage', says: /customer, driver/ },
      { words: ['users', 'list', '--status', 'gone'], exit: 2, code: 'usage', says: /suspended/ },
      { words: ['users', 'list', '--search', 'a'.repeat(101)], exit: 2, code: 'validation_error' },
      { words: ['users', 'show', UNKNOWN], exit: 5, code: 'user_not_found', says: /users list/ },
      { words: ['users', 'activate', deleted], exit: 6, code: 'invalid_transition', says: /users show/ },
      { words: ['users', 'set-role', test.id, 'staff'], exit: 6, code: 'test_phone_user', says: /test-phones remove/ },
      { words: ['users', 'list'], exit: 4, code: 'token_not_valid', says: /login/, options: { env: { DIWAN_TOKEN: 'wrong' } } },
      { words: ['users', 'suspend', id], exit: 4, code: 'permission_denied', says: /whoami/, options: staff },
      { words: ['users', 'list', '--project', '12'], exit: 4, code: 'project_mismatch', says: /--project/ },
    ]);
    assert.equal(await statusOf(id), 'active');
  });

  it('prints the request of each id with --dry-run', async () => {
    const [first, second] = [await newUser(cli.server.db), await newUser(cli.server.db)];
    const users = '/api/v2/auth/admin/users';
    await assertDryRuns(cli, [
      { words: ['users', 'set-role', first.id, 'admin'], request: `PUT ${users}/${first.id}`, body: { role: 'admin' } },
      { words: ['users', 'suspend', first.id], request: `PUT ${users}/${first.id}`, body: { status: 'suspended' } },
      { words: ['users', 'unlock', first.id], request: `POST ${users}/${first.id}/unlock`, body: null },
    ]);
    const both = await cli.json(['users', 'suspend', first.id, second.id, '--dry-run']);
    const request = { dryRun: true, method: 'PUT', body: { status: 'suspended' } };
    assert.deepEqual(
      both,
      [first, second].map(({ id }) => ({ ...request, path: `${users}/${id}` })),
    );
    assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ['active', 'active']);
  });

  describe('erase', () => {
    const digitsOf = (phone: string) => phone.slice(-4);
    const reason = ['--reason', 'Asked by letter'];

    it('erases a user whose phone is confirmed', async () => {
      const { id, phone } = await newUser(cli.server.db);
      const { code, stdout, stderr } = await cli.run(['users', 'erase', id, '--confirm', digitsOf(phone), ...reason]);
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: `User ${id} is erased.\n` });
      assert.equal(await statusOf(id), 'deleted');
      const { body } = await admin(cli.server).get(`/admin/audit-log?subject=user:${id}&action=user.status_changed`).expect(200);
      assert.equal(body.data[0].reason, 'Asked by letter');
      const again = await cli.run(['users', 'erase', id, '--confirm', digitsOf(phone), ...reason]);
      assert.deepEqual([again.code, again.stderr], [0, `User ${id} was erased before.\n`]);
    });

    it('reads the digits in any script', async () => {
      const [first, second] = [await newUser(cli.server.db), await newUser(cli.server.db)];
      const given = `\u200e${inArabic(digitsOf(first.phone))}`;
      assert.equal((await cli.run(['users', 'erase', first.id, '--confirm', given, ...reason])).code, 0);
      const terminal = cli.terminal(['users', 'erase', second.id, ...reason]);
      await terminal.expect('Type the last 4 digits');
      terminal.press(`${inArabic(digitsOf(second.phone))}\r`);
      assert.equal((await terminal.ended()).code, 0);
      assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ['deleted', 'deleted']);
    });

    it('refuses other digits without naming the right ones', async () => {
      const { id, phone } = await newUser(cli.server.db);
      for (const given of [['--confirm', '0000'], []]) {
        const { code, stderr } = await cli.run(['users', 'erase', id, ...given, ...reason]);
        assert.equal(code, 2, stderr);
        assert.match(stderr, /--confirm/);
        assert.ok(!stderr.includes(digitsOf(phone)), stderr);
      }
      assert.equal(await statusOf(id), 'active');
    });

    it('asks for reason and digits on a terminal', async () => {
      const { id, phone } = await newUser(cli.server.db);
      const terminal = cli.terminal(['users', 'erase', id]);
      await terminal.expect('Reason, for the audit log');
      terminal.press('A letter\r');
      await terminal.expect('Type the last 4 digits');
      terminal.press('0000\r');
      await terminal.expect('The phone ends differently');
      terminal.press(`\u0015${digitsOf(phone)}\r`);
      assert.equal((await terminal.ended()).code, 0);
      assert.equal(await statusOf(id), 'deleted');
    });

    it('changes nothing after a no or a dry run', async () => {
      const { id } = await newUser(cli.server.db);
      const terminal = cli.terminal(['users', 'erase', id, ...reason]);
      await terminal.expect('Type the last 4 digits');
      terminal.press('no\r');
      assert.equal((await terminal.ended()).code, 2);
      const request = `POST /api/v2/auth/admin/users/${id}/erase`;
      await assertDryRuns(cli, [{ words: ['users', 'erase', id, ...reason], request, body: { reason: 'Asked by letter' } }]);
      assert.equal(await statusOf(id), 'active');
    });
  });

  describe('export', () => {
    const newFile = async () => path.join(await temporaryFolder(), 'user.json');

    it('writes the document to standard output', async () => {
      const { id } = await newUser(cli.server.db, { firstName: 'نورة' });
      const { code, stdout, stderr } = await cli.run(['users', 'export', id]);
      assert.deepEqual([code, stderr], [0, '']);
      const { user, sessions } = JSON.parse(stdout);
      assert.deepEqual([user.id, user.firstName, sessions], [id, 'نورة', []]);
    });

    it('saves a file that only its owner reads', async () => {
      const { id } = await newUser(cli.server.db);
      const file = await newFile();
      const { code, stdout, stderr } = await cli.run(['users', 'export', id, '--file', file]);
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, new RegExp(`^The data of user ${id} is in ${file}: [\\d,]+ bytes\\.\n$`));
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.equal(JSON.parse(await readFile(file, 'utf8')).user.id, id);
    });

    it('overwrites no file and leaves no half', async () => {
      const { id } = await newUser(cli.server.db);
      const file = await newFile();
      await writeFile(file, 'mine');
      const { code, stderr } = await cli.run(['users', 'export', id, '--file', file]);
      assert.equal(code, 2);
      assert.match(stderr, /exists already/);
      assert.equal(await readFile(file, 'utf8'), 'mine');
      const other = await newFile();
      assert.equal((await cli.run(['users', 'export', UNKNOWN, '--file', other])).code, 5);
      await assert.rejects(stat(other), { code: 'ENOENT' });
      assert.equal((await cli.run(['users', 'export', id, '--file', path.join(other, 'x')])).code, 2);
    });

    it('shows its progress on a terminal', async () => {
      const { id } = await newUser(cli.server.db);
      const terminal = cli.terminal(['users', 'export', id, '--file', await newFile()], { columns: 200 });
      await terminal.expect('received');
      assert.equal((await terminal.ended()).code, 0);
    });

    it('refuses other formats and filters', async () => {
      const { id } = await newUser(cli.server.db);
      for (const words of [
        ['-o', 'csv'],
        ['--jq', '.user'],
      ])
        assert.equal((await cli.run(['users', 'export', id, ...words])).code, 2);
    });
  });
});

/** Inserts a user of project 11 into the database, in any state. */
async function newUser(db: Database, values: Partial<CreationAttributes<User>> = {}): Promise<{ id: string; phone: string }> {
  const [id, phone] = [randomUUID(), newPhone()];
  const { firstName = null, lastName = null, email = null } = values;
  const keys = { phoneKey: phone, emailKey: email, ...searchKeysOf({ firstName, lastName, email, phone }) };
  await db.model(User).create({ id, projectId: 11, phone, ...keys, ...values });
  await recountAuth(db, { repair: true });
  return { id, phone };
}
