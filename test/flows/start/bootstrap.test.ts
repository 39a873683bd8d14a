import assert from 'node:assert/strict';
import path from 'node:path';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { runCommand } from '../../support/programs/dist.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { ask } from '../../support/requests/wire.ts';
import { launch } from '../support.ts';

const SMS = {
  OTP_CHANNELS: 'sms',
  SMS_API_URL: 'https://sms.example',
  SMS_ACCOUNT_SID: 'sid',
  SMS_AUTH_TOKEN: 'token',
  SMS_FROM: '+15550100001',
};

describe('npx diwan-server bootstrap', () => {
  after(endProcesses);

  it('creates the first operator of a production server once', async () => {
    const file = path.join(await temporaryFolder(), 'keys.json');
    await runCommand('rotate-keys', ['--create', '--file', file], { NODE_ENV: 'test' });
    const production = {
      NODE_ENV: 'production',
      ...SMS,
      JWT_KEYS_FILE: file,
      OTP_PEPPER: 'k7Qw2vXz9LmB4tRc8NfH6yJd3GpS5aUe',
      DATABASE_URL: await migratedDatabaseUrl(),
      ADMIN_API_KEY: undefined,
      LOG_LEVEL: 'info',
      SHUTDOWN_DRAIN_SECONDS: '0',
    };
    const server = await launch(production);
    const made = await runCommand('bootstrap', ['--username', 'sara'], production);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    const [, username = '', password = ''] = /operator {3}(\S+) {3}password {3}(\S+) {3}\(project 11\)/.exec(made.stdout) ?? [];
    const signedIn = await ask(server.url, '/api/v1/auth/auth/token/', { method: 'POST', body: { username, password } });
    assert.deepEqual([username, signedIn.status], ['sara', 200]);
    const again = await runCommand('bootstrap', [], production);
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(again.stderr, /^There are operators already \(1\), so none was created: sign in as one of them\.\n$/);

    await server.end();
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('no one can administer this server yet'));
    assert.match(lines.join('\n'), /^[^\n]*ADMIN_USERNAME and ADMIN_PASSWORD, or ADMIN_API_KEY, .*npx diwan-server bootstrap[^\n]*$/);
    assert.equal(/First start|password {3}|dk_/.test(server.output()), false, 'the start prints no credential');
  });

  it('refuses a username that no keyboard can type', async () => {
    const { code, stderr } = await runCommand('bootstrap', ['--username', 'two words'], { NODE_ENV: 'test' });
    assert.deepEqual([code, stderr], [2, '--username must be 3 to 64 letters, digits or any of . _ @ -\nSee diwan-server --help.\n']);
  });
});
