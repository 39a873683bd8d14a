import assert from 'node:assert/strict';
import type { TestProject } from '../../../server/commands/test-project.ts';
import { describeTestProject } from '../../../server/commands/test-project-report.ts';
import { execute } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { admin, authClient, type Client, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { provision, records, secretsOf } from './test-project-command.ts';

const DAY = 86_400_000;

/** Made in this process; seed-test-project.sqlite.test.ts runs the command `npm run seed:test-project` itself. */
describe('a test project', () => {
  let server: TestServer;
  let made: TestProject;

  before(async () => {
    server = await startServer();
    made = await provision(server, { name: 'Acme app', phones: 2 });
  });
  after(() => server.close());

  const login = (username: string, password: string | null): ReturnType<Client['post']> =>
    client(server).post('/auth/auth/token/', { username, password });
  const asProgram = (key: string | null): Client => client(server, { apiKey: key ?? '' });
  const inProject = ({ project }: TestProject): Client => authClient(server, { headers: { 'X-Project-ID': String(project.id) } });
  const reportOf = (project: TestProject): string => describeTestProject(project, { baseUrl: server.url, testPhonesEnabled: true });

  it('creates test phones that sign in as customers', async () => {
    assert.deepEqual(made.project, { id: 12, name: 'Acme app', isActive: true, isNew: true });
    assert.equal(made.testPhones.length, 2);
    for (const { phone, code, expiresAt } of made.testPhones) {
      assert.match(`${phone} ${code}`, /^\+1555\d{7} \d{6}$/);
      const days = ((expiresAt?.getTime() ?? 0) - Date.now()) / DAY;
      assert.ok(days > 89 && days <= 90, String(expiresAt));
    }
    const [first, second] = made.testPhones;
    const registration = { phone: first?.phone, otp: first?.code, firstName: 'Test' };
    await inProject(made).post('/register-verify', registration).expect(201);
    const { body } = await inProject(made).post('/login-otp', { phone: first?.phone, otp: first?.code }).expect(200);
    await inProject(made).post('/login-otp', { phone: second?.phone, otp: second?.code }).expect(404);
    await inProject(made).post('/login-otp', { phone: second?.phone, otp: first?.code }).expect(400);
    const boss = made.operators.find(({ role }) => role === 'admin');
    const { access } = (await login(boss?.username ?? '', boss?.password ?? null).expect(200)).body;
    const refused = await authClient(server, { token: access }).put(`/admin/users/${body.user.id}`, { role: 'staff' }).expect(409);
    assert.equal(refused.body.code, 'test_phone_user');
  });

  it('creates operators and a key that work', async () => {
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
    const app = { slug: 'acme', name: 'Acme', platform: 'both', packageName: 'com.example.acme' };
    const created = await asProgram(made.apiKey.key).post('/admin/apps', app).expect(201);
    assert.equal(created.body.projectId, 12);
  });

  it('keeps everything on a second run, without secrets', async () => {
    const before = await records(server);
    const again = await provision(server, { name: 'Acme app', phones: 2 });
    assert.deepEqual(await records(server), before);
    assert.deepEqual([again.project, secretsOf(again)], [{ ...made.project, isNew: false }, []]);
    assert.deepEqual(again.testPhones, made.testPhones);
  });

  it('replaces passwords and key when asked to rotate', async () => {
    const before = await records(server);
    const rotated = await provision(server, { name: 'Acme app', phones: 2, rotate: true });
    assert.deepEqual(rotated.testPhones, made.testPhones);
    for (const [index, { username, password }] of rotated.operators.entries()) {
      await login(username, password).expect(200);
      await login(username, made.operators[index]?.password ?? null).expect(401);
    }
    await asProgram(rotated.apiKey.key).get('/admin/projects/12').expect(200);
    await until(async () => (await asProgram(made.apiKey.key).get('/admin/projects/12')).status === 401);
    const now = await records(server);
    assert.deepEqual([now.projects, now.phones], [before.projects, before.phones]);
    assert.deepEqual([now.operators.length, now.keys.length], [before.operators.length, before.keys.length]);
  });

  it('may have an id, one role and no phones', async () => {
    const chosen = await provision(server, { name: 'Chosen', projectId: 40, operators: ['admin'], phones: 0 });
    assert.deepEqual([chosen.project.id, chosen.project.isNew, chosen.testPhones], [40, true, []]);
    const { body } = await admin(server).get('/admin/projects/40/operators').expect(200);
    assert.deepEqual(
      body.map(({ username }: { username: string }) => username),
      ['test-admin-40'],
    );
    assert.match(reportOf(chosen), /config\/40\/public'$/m);
  });

  it('is created once in four parallel runs', async () => {
    const runs = Array.from({ length: 4 }, () => provision(server, { name: 'Twice', phones: 1, operators: ['staff'] }));
    const several = await Promise.all(runs);
    assert.deepEqual(several.map(({ project }) => `${project.id} ${project.isNew}`).sort(), [
      '41 false',
      '41 false',
      '41 false',
      '41 true',
    ]);
    assert.deepEqual(several.map((each) => secretsOf(each).length).sort(), [0, 0, 0, 2]);
  });

  it('reports deactivated records and renews expired test phones', async () => {
    const first = await provision(server, { name: 'Off', projectId: 50 });
    await execute(server.db, "UPDATE operators SET is_active = :off WHERE project_id = 50 AND username = 'test-staff-50'", { off: false });
    await execute(server.db, 'UPDATE projects SET is_active = :off WHERE id = 50', { off: false });
    await execute(server.db, 'UPDATE test_phones SET expires_at = :past WHERE project_id = 50 AND phone = :phone', {
      past: new Date(Date.now() - DAY),
      phone: first.testPhones[0]?.phone ?? '',
    });
    const again = await provision(server, { name: 'Off' });
    const notes = ['Project 50 is deactivated: users and operators cannot sign in.', 'test-staff-50 is deactivated and cannot sign in.'];
    assert.ok(reportOf(again).endsWith(`\n\n${notes.join('\n')}\n`), reportOf(again));
    assert.deepEqual(again.testPhones.slice(1), first.testPhones.slice(1));
    assert.ok((again.testPhones[0]?.expiresAt?.getTime() ?? 0) > Date.now() + 89 * DAY);
  });

  it('changes nothing when one step fails', async () => {
    await admin(server).post('/admin/projects', { name: 'Full', id: 60 }).expect(201);
    for (let index = 0; index < 8; index += 1)
      await admin(server)
        .post('/admin/projects/60/test-phones', { phone: `+1555030000${index}`, code: '123456' })
        .expect(201);
    const before = await records(server);
    await assert.rejects(provision(server, { name: 'Full' }), { message: 'A project has at most 10 test phones.' });
    assert.deepEqual(await records(server), before);
  });

  it('is never guessed from several projects', async () => {
    await admin(server).post('/admin/projects', { name: 'Full', id: 61 }).expect(201);
    const before = await records(server);
    for (const [options, message] of [
      [{ name: 'Full' }, 'Several projects have the name "Full": 60, 61. Choose one with --project.'],
      [{ name: 'Acme', projectId: 12 }, 'Project 12 has the name "Acme app", not "Acme".'],
      [{ name: 'Twice', projectId: 80 }, '"Twice" is the name of project 41: leave out --project, or choose another name.'],
    ] as const)
      await assert.rejects(provision(server, options), { message });
    assert.deepEqual(await records(server), before);
  });

  it('keeps no key of the same name from elsewhere', async () => {
    const foreign = { name: 'Test project 70', scopes: ['read'] };
    for (const projectId of [null, 11])
      await admin(server)
        .post('/admin/api-keys', { ...foreign, projectId })
        .expect(201);
    const first = await provision(server, { name: 'Own key', projectId: 70, phones: 0 });
    await asProgram(first.apiKey.key).get('/admin/projects/70').expect(200);
    await provision(server, { name: 'Own key', projectId: 70, phones: 0, rotate: true });
    const { body } = await admin(server).get('/admin/api-keys').expect(200);
    const left = body.filter(({ name }: { name: string }) => name === foreign.name);
    assert.deepEqual(left.map(({ projectId }: { projectId: number | null }) => projectId).sort(), [11, 70, null]);
  });
});
