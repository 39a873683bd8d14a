import assert from 'node:assert/strict';
import { Operator as OperatorRow } from '../../../models/platform-admin/Operator.ts';
import { startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { admin, client } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { tsv } from '../support/outcome.ts';

interface Operator {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly email: string | null;
  readonly isActive: boolean;
  readonly projectId: number;
  readonly createdAt: string;
}

const PASSWORD = 'correct horse battery';

describe('diwan operators', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
    await admin(cli.server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => cli.close());

  const listed = async (project: number): Promise<Operator[]> =>
    (await admin(cli.server).get(`/admin/projects/${project}/operators`).expect(200)).body;
  const newOperator = async (username: string): Promise<number> =>
    (await admin(cli.server).post('/admin/projects/11/operators', { username, password: PASSWORD, role: 'staff' }).expect(201)).body.id;
  const signIn = (username: string, password: string) =>
    client(cli.server, {}, '/api/v1/auth/auth').post('/token/', { username, password });

  it('creates an operator with a piped password', async () => {
    const words = ['operators', 'create', '--username', 'mona', '--role', 'staff', '--email', 'Mona@Example.com', '--password-stdin'];
    const { code, stdout, stderr } = await cli.run(words, { input: `${PASSWORD}\n` });
    const made = (await listed(11)).find(({ username }) => username === 'mona');
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: `Operator ${made?.id} created in project 11.\n` });
    assert.deepEqual([made?.role, made?.email], ['staff', 'mona@example.com']);
    await signIn('mona', PASSWORD).expect(200);
  });

  it('invites an operator who sets the password', async () => {
    const smtp = await startMailServer();
    const env = { PUBLIC_URL: 'https://diwan.example.com', SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' };
    const inviting = await startCliServer({ env });
    const words = ['operators', 'create', '--username', 'lina', '--role', 'staff', '--email', 'lina@example.com', '--invite'];
    const { code, stderr } = await inviting.run(words);
    assert.deepEqual([code, /^Operator \d+ created in project 11/.test(stderr)], [0, true], stderr);
    await until(() => smtp.mails.length === 1);
    const [, token = ''] = /\/console\/invite\?token=([\w.-]+)$/m.exec(smtp.mails[0]?.email.text ?? '') ?? [];
    const auth = client(inviting.server, {}, '/api/v1/auth/auth');
    await auth.post('/password/reset/confirm', { token, password: PASSWORD }).expect(200);
    await auth.post('/token/', { username: 'lina', password: PASSWORD }).expect(200);
    await inviting.close();
    await smtp.close();
  });

  it('asks until both passwords match and shows neither', async () => {
    const terminal = cli.terminal(['operators', 'create', '--project', '12']);
    await terminal.expect('Username:');
    terminal.press('om ar\r');
    await terminal.expect('3 to 64 letters');
    terminal.press('\u0015omar\r');
    await terminal.expect('Role:');
    terminal.press('\u001b[B\r');
    await terminal.expect('E-mail');
    terminal.press('\r');
    for (const second of ['another password', PASSWORD]) {
      await terminal.expect('New password:');
      terminal.press(`${PASSWORD}\r`);
      await terminal.expect('Repeat the password:');
      terminal.press(`${second}\r`);
      if (second !== PASSWORD) await terminal.expect('The passwords differ');
    }
    await terminal.expect('created in project 12.');
    const { code, isSane, text } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 0, isSane: true });
    assert.equal(text.includes(PASSWORD), false);
    const [made] = await listed(12);
    assert.deepEqual([made?.username, made?.role, made?.email], ['omar', 'admin', null]);
    await signIn('omar', PASSWORD).expect(200);
  });

  it('lifts the locks of an operator', async () => {
    const id = await newOperator('locked');
    for (let turn = 0; turn < 5; turn += 1) await signIn('locked', 'not the password').expect(401);
    await signIn('locked', PASSWORD).expect(429);
    const { code, stderr } = await cli.run(['operators', 'unlock', String(id)]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `Operator ${id} is unlocked.\n` });
    await signIn('locked', PASSWORD).expect(200);
  });

  it('takes the project from flag, profile or default', async () => {
    const home = await newHome({ ...cli.profile, project: 12 });
    const [eleven, twelve, kept] = await Promise.all([
      cli.run(['operators', 'list']),
      cli.json<Operator[]>(['operators', 'list', '--project', '12']),
      cli.json<Operator[]>(['operators', 'list'], { env: { XDG_CONFIG_HOME: home } }),
    ]);
    assert.deepEqual(twelve, await listed(12));
    assert.deepEqual(kept, twelve);
    const [boss] = await listed(11);
    assert.deepEqual(tsv(eleven.stdout)[0], {
      id: String(boss?.id),
      username: boss?.username,
      role: 'admin',
      email: '',
      active: 'true',
      totp: 'false',
      created: boss?.createdAt,
      owner: 'true',
    });
  });

  it('makes an owner and takes it back', async () => {
    const { id, username, password } = cli.operator;
    const setOwner = (isOwner: boolean) => cli.server.db.model(OperatorRow).update({ isOwner }, { where: { id }, acrossProjects: true });
    await setOwner(true);
    const { body } = await client(cli.server, {}, '/api/v1/auth/auth').post('/token', { username, password }).expect(200);
    const asOwner = { env: { DIWAN_TOKEN: body.access, DIWAN_API_KEY: '', XDG_CONFIG_HOME: await newHome(), DIWAN_URL: cli.server.url } };
    const words = ['operators', 'create', '--username', 'second-owner', '--role', 'admin', '--owner', '--password-stdin'];
    const made = await cli.json<Operator & { owner: boolean }>(words, { ...asOwner, input: `${PASSWORD}\n` });
    assert.equal(made.owner, true);
    const set = (flag: string) => cli.json<{ owner: boolean }>(['operators', 'set', String(made.id), flag], asOwner);
    assert.equal((await set('--not-owner')).owner, false);
    assert.equal((await set('--owner')).owner, true);
    await setOwner(false);
  });

  it('changes the role, status and password', async () => {
    const id = String(await newOperator('changing'));
    const { role, isActive } = await cli.json<Operator>(['operators', 'set', id, '--role', 'admin']);
    assert.deepEqual([role, isActive], ['admin', true]);
    const { stderr } = await cli.run(['operators', 'set', id, '--inactive']);
    assert.equal(stderr, `Operator ${id} is signed out and cannot sign in.\n`);
    await signIn('changing', PASSWORD).expect(401);
    const terminal = cli.terminal(['operators', 'set', id, '--active', '--ask-password']);
    await terminal.expect('New password:');
    terminal.press('short\r');
    await terminal.expect('8 to 128 characters');
    terminal.press('\u0015a quite new one\r');
    await terminal.expect('Repeat the password:');
    terminal.press('a quite new one\r');
    await terminal.expect(`Operator ${id} changed.`);
    assert.equal((await terminal.ended()).code, 0);
    await signIn('changing', 'a quite new one').expect(200);
  });

  it('names the cause and the next step of a failure', async () => {
    const piped = { input: `${PASSWORD}\n` };
    const create = ['operators', 'create', '--username', 'newcomer', '--role', 'staff'];
    const taken = ['operators', 'create', '--username', cli.operator.username.toUpperCase(), '--role', 'staff', '--password-stdin'];
    const wrongKey = { env: { DIWAN_API_KEY: 'wrong' } };
    await assertFailing(cli, [
      {
        words: ['operators', 'create', '--username', 'invited', '--role', 'staff', '--email', 'i@example.com', '--invite'],
        exit: 6,
        code: 'mail_not_configured',
        says: /PUBLIC_URL/,
      },
      { words: ['operators', 'create', '--role', 'staff', '--password-stdin'], exit: 2, code: 'usage', says: /--username/, options: piped },
      { words: [...create.slice(0, 4), '--password-stdin'], exit: 2, code: 'usage', says: /--role/, options: piped },
      { words: create, exit: 2, code: 'usage', says: /--password-stdin/ },
      { words: [...create, '--password-stdin'], exit: 2, code: 'usage', says: /Standard input is empty/ },
      { words: [...create.slice(0, 4), '--role', 'owner'], exit: 2, code: 'usage', says: /staff, admin/ },
      { words: ['operators', 'set', '1'], exit: 2, code: 'usage', says: /Nothing to change/ },
      { words: ['operators', 'set', '1', '--ask-password'], exit: 2, code: 'usage', says: /--password-stdin/ },
      { words: [...create, '--password-stdin'], exit: 2, code: 'validation_error', options: { input: 'password123' } },
      {
        words: [...create, '--password-stdin', '--project', '777'],
        exit: 5,
        code: 'project_not_found',
        says: /projects list/,
        options: piped,
      },
      { words: ['operators', 'set', '999', '--role', 'staff'], exit: 5, code: 'operator_not_found', says: /operators list/ },
      { words: taken, exit: 6, code: 'username_taken', says: /--username/, options: piped },
      { words: ['operators', 'list'], exit: 4, code: 'invalid_api_key', says: /diwan login/, options: wrongKey },
    ]);
  });

  it('refuses --password-stdin when standard input is a terminal', async () => {
    const terminal = cli.terminal(['operators', 'set', '1', '--password-stdin']);
    await terminal.expect('standard input is a terminal');
    assert.equal((await terminal.ended()).code, 2);
  });

  it('masks the password in a dry run', async () => {
    const before = await listed(11);
    const words = ['operators', 'create', '--username', 'dry', '--role', 'staff', '--password-stdin', '--dry-run', '--json'];
    const { code, stdout } = await cli.run(words, { input: PASSWORD });
    assert.deepEqual(
      [code, JSON.parse(stdout)],
      [
        0,
        {
          dryRun: true,
          method: 'POST',
          path: '/api/v1/admin/projects/11/operators',
          body: { username: 'dry', role: 'staff', password: '********' },
        },
      ],
    );
    const { id } = cli.operator;
    await assertDryRuns(cli, [
      {
        words: ['operators', 'set', String(id), '--inactive'],
        request: `PUT /api/v1/admin/projects/11/operators/${id}`,
        body: { isActive: false },
      },
      { words: ['operators', 'unlock', String(id)], request: `POST /api/v1/admin/projects/11/operators/${id}/unlock`, body: null },
    ]);
    assert.deepEqual(await listed(11), before);
  });
});
