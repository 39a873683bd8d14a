import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { startServer, type TestServer } from '../../support/server.ts';
import { type CommandOutput, command, records, runForJson, secretsOf } from './test-project-command.ts';

/** The settings that production requires. */
const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_KEYS_FILE: 'keys.json',
  OTP_PEPPER: randomBytes(32).toString('base64url'),
  OTP_CHANNELS: 'sms',
  SMS_API_URL: 'https://sms.example.com',
  SMS_ACCOUNT_SID: 'sid',
  SMS_AUTH_TOKEN: randomBytes(16).toString('hex'),
  SMS_FROM: '+15550100001',
};
const paste = promisify(execFile);

describe('npm run seed:test-project', () => {
  let server: TestServer;
  let made: CommandOutput;

  before(async () => {
    server = await startServer();
    made = await runForJson(server, '--name', 'Acme app', '--project', '40', '--phones', '2', '--operators', 'staff');
  });
  after(() => server.close());

  it('creates what its options say and nothing else', () => {
    assert.deepEqual(made.project, { id: 40, name: 'Acme app', isActive: true, isNew: true });
    assert.deepEqual(
      made.operators.map(({ username }) => username),
      ['test-staff-40'],
    );
    assert.deepEqual([made.testPhones.length, secretsOf(made).length], [2, 2]);
  });

  it('prints three commands that work when pasted', async () => {
    const answers = await Promise.all(made.curl.map((line) => paste('bash', ['-c', line])));
    const [user, operator, program] = answers.map(({ stdout }) => JSON.parse(stdout));
    assert.deepEqual([user.user.phone, user.user.projectId], [made.testPhones[0]?.phone, made.project.id]);
    assert.deepEqual([typeof user.tokens.accessToken, typeof operator.access], ['string', 'string']);
    assert.deepEqual([program.id, program.name], [made.project.id, 'Acme app']);
  });

  it('keeps everything on a second run, without secrets', async () => {
    const before = await records(server);
    const args = ['--name', ' Acme app ', '--phones', '2', '--operators', 'staff'];
    const { code, stdout, stderr } = await command(server, args, { PORT: '4567' });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(await records(server), before);
    assert.match(stdout, /^Project 40 "Acme app", existing\n {2}base URL +http:\/\/localhost:4567\n {2}header +X-Project-ID: 40\n/);
    assert.equal(stdout.match(/kept from an earlier run; --rotate creates a new one/g)?.length, 2);
    for (const { phone, code: otp } of made.testPhones) assert.match(stdout, new RegExp(`^  \\${phone}  ${otp}  until 20`, 'm'));
    for (const secret of secretsOf(made)) assert.ok(!stdout.includes(secret));
    assert.equal(stdout.match(/^ {2}curl -sS /gm)?.length, 3);
  });

  it('is refused in production unless forced', async () => {
    const args = ['--name', 'Acme app', '--rotate', '--json'];
    const [refused, forced] = await Promise.all([command(server, args, PRODUCTION), command(server, [...args, '--force'], PRODUCTION)]);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /refused in production\. --force/);
    const { project, notes, operators, testPhones, ...rest } = JSON.parse(forced.stdout) as CommandOutput;
    assert.deepEqual([project, notes.length], [{ ...made.project, isNew: false }, 1]);
    assert.match(notes[0] ?? '', /TEST_PHONES_ENABLED is off/);
    // by default it makes both operators and three test phones; --rotate replaces what is secret
    assert.deepEqual(
      [operators.map(({ role }) => role), testPhones.slice(0, 2), testPhones.length],
      [['staff', 'admin'], made.testPhones, 3],
    );
    const secrets = secretsOf({ ...rest, operators });
    assert.deepEqual([secrets.length, secretsOf(made).filter((secret) => secrets.includes(secret))], [3, []]);
  });

  it('names every invalid option in one run', async () => {
    const before = await records(server);
    const [unknown, bad, noPort] = await Promise.all([
      command(server, ['--nmae', 'x']),
      command(server, ['--phones', '11', '--project', '1e3', '--operators', 'boss', '--url', 'ftp://x']),
      command(server, ['--name', 'x'], { PORT: '0' }),
    ]);
    assert.match(unknown.stderr, /--nmae.*\nSee --help/);
    assert.match(bad.stderr, /^--name is required\n(?:--(?:project|phones|operators|url) must .+\n){4}See --help\.\n$/);
    assert.match(noPort.stderr, /^PORT is 0.*--url/);
    for (const { stdout } of [unknown, bad, noPort]) assert.equal(stdout, '');
    assert.deepEqual([unknown.code, bad.code, noPort.code], [2, 2, 1]);
    assert.deepEqual(await records(server), before);
  });

  it('explains every option with examples', async () => {
    const { code, stdout } = await command(server, ['--help']);
    assert.equal(code, 0);
    for (const option of ['name', 'project', 'phones', 'operators', 'rotate', 'url', 'json', 'force'])
      assert.ok(stdout.includes(`  --${option} `));
    assert.match(stdout, /^ {2}npm run seed:test-project -- --name /m);
  });
});
