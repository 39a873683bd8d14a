import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { provisionTestProject } from '../../server/test-project.ts';
import { admin, authClient, type Client, client } from '../support/client.ts';
import { until } from '../support/process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { command, type Made, making, records, secretsOf } from './test-project-command.ts';

const DAY = 86_400_000;
const paste = promisify(execFile);

describe('npm run seed:test-project', function () {
  this.timeout(60_000); // each call is a process of its own
  let server: TestServer;
  let made: Made;

  before(async () => {
    server = await startServer();
    made = await making(server, '--name', 'Acme app', '--phones', '2');
  });
  after(() => server.close());

  const login = (username: string, password: string | null): ReturnType<Client['post']> =>
    client(server).post('/auth/auth/token/', { username, password });
  const asProgram = (key: string | null): Client => client(server, { apiKey: key ?? '' });
  const inProject = ({ project }: Made): Client => authClient(server, { headers: { 'X-Project-ID': String(project.id) } });

  it('prints three lines that do what they say when they are pasted', async () => {
    const answers = await Promise.all(made.curl.map((line) => paste('bash', ['-c', line])));
    const [user, operator, program] = answers.map(({ stdout }) => JSON.parse(stdout));
    assert.deepEqual([user.user.phone, user.user.projectId], [made.testPhones[0]?.phone, made.project.id]);
    assert.deepEqual([typeof user.tokens.accessToken, typeof operator.access], ['string', 'string']);
    assert.deepEqual([program.id, program.name], [made.project.id, 'Acme app']);
  });

  it('makes test phones that sign in with their codes, and never become staff', async () => {
    assert.equal(made.testPhones.length, 2);
    for (const { phone, code, expiresAt } of made.testPhones) {
      assert.match(`${phone} ${code}`, /^\+1555\d{7} \d{6}$/);
      const days = (new Date(expiresAt).getTime() - Date.now()) / DAY;
      assert.ok(days > 89 && days <= 90, expiresAt);
    }
    const [first, second] = made.testPhones;
    const { body } = await inProject(made).post('/login-otp', { phone: first?.phone, otp: first?.code }).expect(200);
    await inProject(made).post('/login-otp', { phone: second?.phone, otp: second?.code }).expect(404);
    await inProject(made).post('/login-otp', { phone: second?.phone, otp: first?.code }).expect(400);
    const boss = made.operators.find(({ role }) => role === 'admin');
    const { access } = (await login(boss?.username ?? '', boss?.password ?? null).expect(200)).body;
    const refused = await authClient(server, { token: access }).put(`/admin/users/${body.user.id}`, { role: 'staff' }).expect(409);
    assert.equal(refused.body.code, 'test_phone_user');
  });

  it('makes operators who sign in, and a key that administers', async () => {
    assert.deepEqual(
      made.operators.map(({ username, role }) => `${username} ${role}`),
      ['test-staff-12 staff', 'test-admin-12 admin'],
    );
    for (const { username, password } of made.operators) await login(username, password).expect(200);
    const { body } = await asProgram(made.apiKey.key).get('/admin/projects/12/operators').expect(200);
    assert.deepEqual(
      body.map(({ username, role, projectId }: Record<string, unknown>) => [username, role, projectId]),
      made.operators.map(({ username, role }) => [username, role, 12]),
    );
    await asProgram(made.apiKey.key)
      .put('/admin/projects/12', { settings: { registration: true } })
      .expect(200);
  });

  it('keeps everything on a second run, and says that secrets are not shown again', async () => {
    const before = await records();
    const { code, stdout, stderr } = await command(server, ['--name', ' Acme app ', '--phones', '2'], { PORT: '4567' });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(await records(), before);
    assert.match(stdout, /^Project 12 "Acme app", was there\n {2}base URL +http:\/\/localhost:4567\n {2}header +X-Project-ID: 12\n/);
    assert.equal(stdout.match(/kept from an earlier run; --rotate makes a new one/g)?.length, 3);
    for (const { phone, code: otp } of made.testPhones) assert.match(stdout, new RegExp(`^  \\${phone}  ${otp}  until 20`, 'm'));
    for (const secret of secretsOf(made)) assert.ok(!stdout.includes(secret));
    assert.equal(stdout.match(/^ {2}curl -sS /gm)?.length, 3);
  });

  it('makes new passwords and a new key with --rotate; the old ones end', async () => {
    const before = await records();
    const rotated = await making(server, '--name', 'Acme app', '--phones', '2', '--rotate');
    assert.deepEqual(rotated.testPhones, made.testPhones);
    for (const [index, { username, password }] of rotated.operators.entries()) {
      await login(username, password).expect(200);
      await login(username, made.operators[index]?.password ?? null).expect(401);
    }
    await asProgram(rotated.apiKey.key).get('/admin/projects/12').expect(200);
    await until(async () => (await asProgram(made.apiKey.key).get('/admin/projects/12')).status === 401);
    const now = await records();
    assert.deepEqual([now.projects, now.phones], [before.projects, before.phones]);
    assert.deepEqual([now.operators.length, now.keys.length], [before.operators.length, before.keys.length]);
  });

  it('takes an id, one role, no phones', async () => {
    const { project, testPhones, curl } = await making(
      server,
      ...['--name', 'Chosen', '--project', '40', '--operators', 'admin', '--phones', '0'],
    );
    assert.deepEqual([project.id, project.isNew, testPhones], [40, true, []]);
    const { body } = await admin(server).get('/admin/projects/40/operators').expect(200);
    assert.deepEqual(
      body.map(({ username }: { username: string }) => username),
      ['test-admin-40'],
    );
    assert.match(curl[0] ?? '', /config\/40\/public'$/);
  });

  it('makes one project when several run at once', async () => {
    const wanted = { name: 'Twice', projectId: null, phones: 1, operators: ['staff'], rotate: false } as const;
    const runs = Array.from({ length: 4 }, () => provisionTestProject(wanted, { defaultProjectId: 11, now: new Date(Date.now()) }));
    const several = await Promise.all(runs);
    assert.deepEqual(several.map(({ project }) => `${project.id} ${project.isNew}`).sort(), [
      '41 false',
      '41 false',
      '41 false',
      '41 true',
    ]);
    assert.deepEqual(several.map((each) => secretsOf(each).length).sort(), [0, 0, 0, 2]);
  });

  it('does all of it or nothing', async () => {
    await admin(server).post('/admin/projects', { name: 'Full', id: 60 }).expect(201);
    for (let index = 0; index < 8; index += 1)
      await admin(server)
        .post('/admin/projects/60/test-phones', { phone: `+1555030000${index}`, code: '123456' })
        .expect(201);
    const before = await records();
    const { code, stdout, stderr } = await command(server, ['--name', 'Full']);
    assert.deepEqual([code, stdout, stderr], [1, '', 'A project has at most 10 test phones.\n']);
    assert.deepEqual(await records(), before);
  });

  it('does not guess which project is meant', async () => {
    await admin(server).post('/admin/projects', { name: 'Full', id: 61 }).expect(201);
    const before = await records();
    const [several, other, elsewhere] = await Promise.all([
      command(server, ['--name', 'Full']),
      command(server, ['--name', 'Acme', '--project', '12']),
      command(server, ['--name', 'Twice', '--project', '80']),
    ]);
    assert.equal(several.stderr, 'Several projects are called "Full": 60, 61. Choose one with --project.\n');
    assert.equal(other.stderr, 'Project 12 is called "Acme app", not "Acme".\n');
    assert.equal(elsewhere.stderr, '"Twice" is project 41 already: leave out --project, or choose another name.\n');
    for (const { code, stdout } of [several, other, elsewhere]) assert.deepEqual([code, stdout], [1, '']);
    assert.deepEqual(await records(), before);
  });
});
