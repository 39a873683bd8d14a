import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { issueKey } from '../../support/requests/key-access.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { fieldsOf, tsv } from '../support/outcome.ts';

interface Project {
  readonly id: number;
  readonly isActive: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

describe('diwan projects', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const show = async (id: number): Promise<Project> => (await admin(cli.server).get(`/admin/projects/${id}`).expect(200)).body;
  const newProject = async (name = 'Some'): Promise<number> =>
    (await admin(cli.server).post('/admin/projects', { name }).expect(201)).body.id;

  it('creates a project with a given or next id', async () => {
    const { code, stdout, stderr } = await cli.run(['projects', 'create', '--name', 'سوق', '--id', '900']);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: 'Project 900 created.\n' });
    assert.equal((await cli.json<Project>(['projects', 'create', '--name', 'Next'])).id, 901);
  });

  it('asks again when the name is too long', async () => {
    const terminal = cli.terminal(['projects', 'create', '--id', '800']);
    await terminal.expect('Name:');
    terminal.press(`${'a'.repeat(101)}\r`);
    await terminal.expect('1 to 100 characters');
    terminal.press('\u0015Asked\r');
    await terminal.expect('Project 800 created.');
    assert.deepEqual(
      [(await terminal.ended()).isSane, (await cli.json<{ name: string }>(['projects', 'show', '800'])).name],
      [true, 'Asked'],
    );
  });

  it('lists projects as TSV and as JSON', async () => {
    const id = await newProject('Two\u2003words');
    const [{ stdout }, json] = await Promise.all([cli.run(['projects', 'list']), cli.json<Project[]>(['projects', 'list'])]);
    assert.deepEqual(json, (await admin(cli.server).get('/admin/projects').expect(200)).body);
    assert.deepEqual(
      tsv(stdout).find((row) => row['id'] === String(id)),
      {
        id: String(id),
        name: 'Two\u2003words',
        active: 'true',
        registration: 'on',
        login_methods: 'phone_password,phone_otp,username_password',
        created: json.find((project) => project.id === id)?.createdAt,
      },
    );
  });

  it('shows a project with its settings as labelled lines', async () => {
    const { code, stdout } = await cli.run(['projects', 'show', '11']);
    assert.equal(code, 0);
    const fields = fieldsOf(stdout);
    const { id, active, otp_length, otp_ttl, content_writers, one_per_author, languages } = fields;
    assert.deepEqual([id, active, otp_length, otp_ttl], ['11', 'yes', '6', '300 s']);
    assert.deepEqual([content_writers, one_per_author, languages], ['authenticated', 'none', 'en, ar']);
  });

  it('changes the given settings and keeps the rest', async () => {
    const id = await newProject();
    const all = ['--registration', 'off', '--login-methods', 'phone_otp,phone_password', '--content-writers', 'staff'];
    const rest = ['--one-per-author', 'product', '--one-per-author', 'store', '--languages', 'fr', '--otp-length', '4', '--otp-ttl', '60'];
    const erasure = ['--require-totp', 'on', '--deletion-days', '0', '--erased-content', 'delete'];
    const moderation = ['--auto-hide-reports', '0', '--blocked-words', 'casino,spam*'];
    const codes = ['--otp-guard', 'enforce', '--otp-guard-scale', '0.5', '--otp-cap', '5000'];
    const lines = ['--sms-android-hash', 'FA+9qCX9VSu', '--sms-web-domain', 'Example.com'];
    const phones = ['--phone-countries', 'SA,ae', '--blocked-countries', 'EG', '--notices-to', 'Duty@example.com,lead@example.com'];
    const { code, stderr } = await cli.run([
      'projects',
      'set',
      String(id),
      ...all,
      ...rest,
      ...erasure,
      ...moderation,
      ...codes,
      ...lines,
      ...phones,
    ]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `Project ${id} changed.\n` });
    const changed = {
      loginMethods: ['phone_otp', 'phone_password'],
      registration: false,
      otp: {
        length: 4,
        ttlSeconds: 60,
        guard: 'enforce',
        guardScale: 0.5,
        capPerDay: 5000,
        sms: { androidHash: 'FA+9qCX9VSu', webDomain: 'example.com' },
      },
      phone: { countries: ['SA', 'AE'], blockedCountries: ['EG'] },
      contentWriters: 'staff',
      onePerAuthor: ['product', 'store'],
      autoHideReports: 0,
      blockedWords: ['casino', 'spam*'],
      languages: ['fr'],
      requireTotp: true,
      accountDeletionDays: 0,
      erasedContent: 'delete',
      notices: { to: ['duty@example.com', 'lead@example.com'] },
    };
    assert.deepEqual((await show(id)).settings, changed);
    const after = await cli.json<Project & { name: string }>([
      ...['projects', 'set', String(id), '--name', 'Other'],
      ...['--reset', 'otp-length,otp-cap,sms-web-domain,phone-countries', '--one-per-author', 'none', '--registration', 'on'],
      ...['--notices-to', 'none'],
    ]);
    assert.equal(after.name, 'Other');
    const otp = { ...changed.otp, length: 6, capPerDay: null, sms: { androidHash: 'FA+9qCX9VSu', webDomain: null } };
    const phone = { countries: null, blockedCountries: ['EG'] };
    assert.deepEqual(after.settings, { ...changed, registration: true, onePerAuthor: [], otp, phone, notices: { to: [] } });
  });

  it('deactivates a project only after a confirmation', async () => {
    const id = String(await newProject());
    await assertFailing(cli, [
      { words: ['projects', 'set', id, '--inactive'], exit: 2, code: 'usage', says: new RegExp(`--confirm ${id}`) },
      { words: ['projects', 'set', id, '--inactive', '--confirm', '11'], exit: 2, code: 'usage', says: /this changes/ },
    ]);
    const terminal = cli.terminal(['projects', 'set', id, '--inactive']);
    await terminal.expect(`Type ${id} to continue`);
    terminal.press('yes\r');
    await terminal.expect(`Type ${id} exactly`);
    terminal.press('\u0015\r');
    assert.equal((await terminal.ended()).code, 2);
    assert.equal((await show(Number(id))).isActive, true);
    const { code, stderr } = await cli.run(['projects', 'set', id, '--inactive', '--confirm', id]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `Project ${id} is inactive.\n` });
    assert.equal((await cli.json<Project>(['projects', 'set', id, '--active'])).isActive, true);
  });

  it('names the cause and the next step of a failure', async () => {
    const { key } = await issueKey(cli.server, { scopes: ['read'] });
    await assertFailing(cli, [
      { words: ['projects', 'create'], exit: 2, code: 'usage', says: /--name/ },
      { words: ['projects', 'set', '11'], exit: 2, code: 'usage', says: /Nothing to change/ },
      { words: ['projects', 'set', '11', '--login-methods', 'phone_otp,magic'], exit: 2, code: 'usage', says: /username_password/ },
      { words: ['projects', 'set', '11', '--languages', 'en,'], exit: 2, code: 'usage', says: /empty/ },
      { words: ['projects', 'set', '11', '--one-per-author', 'none,store'], exit: 2, code: 'usage', says: /not both/ },
      { words: ['projects', 'set', '11', '--otp-length', '5', '--reset', 'otp-length'], exit: 2, code: 'usage', says: /contradict/ },
      { words: ['projects', 'show', '../../apps'], exit: 2, code: 'usage', says: /not a valid id/ },
      { words: ['projects', 'set', '11', '--otp-length', '3'], exit: 2, code: 'validation_error' },
      { words: ['projects', 'show', '777'], exit: 5, code: 'project_not_found', says: /diwan projects list/ },
      { words: ['projects', 'create', '--name', 'A', '--id', '11'], exit: 6, code: 'project_exists', says: /--id/ },
      { words: ['projects', 'list'], exit: 4, code: 'invalid_api_key', says: /diwan login/, options: { env: { DIWAN_API_KEY: 'wrong' } } },
      {
        words: ['projects', 'create', '--name', 'A'],
        exit: 4,
        code: 'permission_denied',
        says: /diwan whoami/,
        options: { env: { DIWAN_API_KEY: key } },
      },
    ]);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const before = (await admin(cli.server).get('/admin/projects').expect(200)).body;
    const body = { isActive: false, settings: { otp: { length: null, ttlSeconds: 90 } } };
    await assertDryRuns(cli, [
      { words: ['projects', 'create', '--name', 'Dry'], request: 'POST /api/v1/admin/projects', body: { name: 'Dry' } },
      {
        words: ['projects', 'set', '11', '--inactive', '--reset', 'otp-length', '--otp-ttl', '90'],
        request: 'PUT /api/v1/admin/projects/11',
        body,
      },
    ]);
    assert.deepEqual((await admin(cli.server).get('/admin/projects').expect(200)).body, before);
  });
});
