import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { execute } from '../../server/platform/db/sql.ts';
import { freshDatabaseUrl } from '../support/engine.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { command, type Made, making, records } from './test-project-command.ts';

const DAY = 86_400_000;

/** What production demands of its configuration. */
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

describe('what npm run seed:test-project refuses, and what it tells', function () {
  this.timeout(60_000); // each call is a process of its own
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('is refused in production, unless forced, and tells that codes open nothing there', async () => {
    const args = ['--name', 'Live', '--json'];
    const [refused, forced] = await Promise.all([command(server, args, PRODUCTION), command(server, [...args, '--force'], PRODUCTION)]);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /refused in production\. --force/);
    const { project, notes } = JSON.parse(forced.stdout) as Made;
    assert.deepEqual([project, notes.length], [{ id: 12, name: 'Live', isActive: true, isNew: true }, 1]);
    assert.match(notes[0] ?? '', /TEST_PHONES_ENABLED is off/);
  });

  it('tells what is switched off, and renews test phones that have ended', async () => {
    const first = await making(server, '--name', 'Off');
    await execute("UPDATE operators SET is_active = :off WHERE username = 'test-staff-13'", { off: false });
    await execute('UPDATE projects SET is_active = :off WHERE id = 13', { off: false });
    await execute('UPDATE test_phones SET expires_at = :past WHERE project_id = 13 AND phone = :phone', {
      past: new Date(Date.now() - DAY),
      phone: first.testPhones[0]?.phone ?? '',
    });
    const { notes, testPhones } = await making(server, '--name', 'Off');
    assert.deepEqual(notes, ['Project 13 is switched off: nobody can sign in.', 'test-staff-13 is switched off and cannot sign in.']);
    assert.deepEqual(testPhones.slice(1), first.testPhones.slice(1));
    assert.ok(new Date(testPhones[0]?.expiresAt ?? 0).getTime() > Date.now() + 89 * DAY);
  });

  it('names what is wrong with its options, all of it at once', async () => {
    const before = await records();
    const [unknown, none, bad] = await Promise.all([
      command(server, ['--nmae', 'x']),
      command(server, []),
      command(server, ['--name', 'a\tb', '--phones', '11', '--project', '1e3', '--operators', 'boss', '--url', 'ftp://x']),
    ]);
    assert.match(unknown.stderr, /--nmae.*\nSee --help/);
    assert.equal(none.stderr, '--name is required\nSee --help.\n');
    assert.match(bad.stderr, /^(?:--(?:name|project|phones|operators|url) must .+\n){5}See --help\.\n$/);
    for (const { code, stdout } of [unknown, none, bad]) assert.deepEqual([code, stdout], [2, '']);
    assert.deepEqual(await records(), before);
  });

  it('says what is wrong with the configuration, the database or its tables', async () => {
    const args = ['--name', 'x'];
    const [noPort, empty, faulty] = await Promise.all([
      command(server, args, { PORT: '0' }),
      freshDatabaseUrl().then((other) => command(server, args, { DATABASE_URL: other })),
      command(server, args, { DATABASE_URL: 'postgres://x' }),
    ]);
    assert.match(noPort.stderr, /^PORT is 0.*--url/);
    assert.match(empty.stderr, /^Run the migrations first \(npm run db:migrate\); pending: /);
    assert.match(faulty.stderr, /DATABASE_URL/);
    for (const { code, stdout } of [noPort, empty, faulty]) assert.deepEqual([code, stdout], [1, '']);
  });

  it('explains itself, with examples', async () => {
    const { code, stdout } = await command(server, ['--help']);
    assert.equal(code, 0);
    for (const option of ['name', 'project', 'phones', 'operators', 'rotate', 'url', 'json', 'force'])
      assert.ok(stdout.includes(`  --${option} `));
    assert.match(stdout, /^ {2}npm run seed:test-project -- --name /m);
  });
});
