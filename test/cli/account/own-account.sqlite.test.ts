import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Profiles } from '../../../cli/profiles/store.ts';
import { ownAccount, sessionOf, signIn } from '../../auth/operators/totp-support.ts';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin } from '../../support/requests/client.ts';
import { inArabic } from '../../support/requests/spellings.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { openCli, type RunOptions, runCli } from '../support/in-process.ts';
import { successOf, tsv } from '../support/outcome.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another horse battery';

interface Person {
  readonly id: number;
  readonly username: string;
  readonly env: { XDG_CONFIG_HOME: string };
}

describe('the own account on the command line', () => {
  let cli: Cli;
  let count = 0;

  before(async () => {
    cli = await startCliServer({ env: { LOGIN_LOCKOUT_ATTEMPTS: '100' } });
  });
  after(() => cli.close());

  /** An operator who is signed in with a profile. */
  const newPerson = async (): Promise<Person> => {
    count += 1;
    const values = { username: `person-${count}`, password: PASSWORD, role: 'admin' };
    const { body } = await admin(cli.server).post('/admin/projects/11/operators', values).expect(201);
    const person = { id: body.id, username: values.username, env: { XDG_CONFIG_HOME: await newHome() } };
    successOf(await login(person, `${PASSWORD}\n`));
    return person;
  };
  const login = ({ username, env }: Person, input: string, more: readonly string[] = []) =>
    runCli(['login', '--url', cli.server.url, '--username', username, '--password-stdin', ...more], { env, input });
  const run = (words: readonly string[], { env }: Person, options: RunOptions = {}) => runCli(words, { env, ...options });
  const saved = ({ env }: Person): Profiles => JSON.parse(readFileSync(path.join(env.XDG_CONFIG_HOME, 'diwan/profiles.json'), 'utf8'));
  const tokenOf = (person: Person): string => saved(person).profiles['default']?.accessToken ?? '';
  const codeFor = (secret: string, stepsAhead = 0): string => codeAt(secret, new Date(Date.now() + stepsAhead * 30_000));

  /** The secret and the recovery codes that `diwan totp enable` shows. */
  const enable = async ({ env }: Person): Promise<{ secret: string; recoveryCodes: string[] }> => {
    const terminal = openCli(['totp', 'enable'], { env });
    await terminal.expect('Your password:');
    terminal.press(`${PASSWORD}\r`);
    await terminal.expect('Code that the app shows now:');
    const [, secret = ''] = /[?&]secret=([A-Z2-7]{32})/.exec(terminal.text()) ?? [];
    terminal.press(`\u200f${inArabic(codeFor(secret))} \r`);
    await terminal.expect('Save these recovery codes');
    const { code, text } = await terminal.ended();
    assert.equal(code, 0);
    return { secret, recoveryCodes: text.match(/\b[a-z0-9]{4}(-[a-z0-9]{4}){3}\b/g) ?? [] };
  };

  it('is shown, and its e-mail changed', async () => {
    const person = await newPerson();
    const input = `${PASSWORD}\n`;
    const words = ['account', 'set', '--password-stdin'];
    const wrong = await run([...words, '--email', 'sara@example.com'], person, { input: `${NEW_PASSWORD}\n` });
    assert.deepEqual([wrong.code, /The current password is wrong/.test(wrong.stderr)], [2, true]);
    const { stderr } = successOf(await run([...words, '--email', 'Sara@Example.com'], person, { input }));
    assert.equal(stderr, 'Your e-mail is sara@example.com now.\n');
    const { stdout } = successOf(await run(['account', 'show', '--json'], person));
    const { id, email, totp, roles } = JSON.parse(stdout);
    assert.deepEqual([id, email, totp, roles], [person.id, 'sara@example.com', false, ['admin']]);
    assert.match(successOf(await run([...words, '--no-email'], person, { input })).stderr, /no e-mail/);
    const { code, stderr: reason } = await run(['account', 'set'], person);
    assert.deepEqual([code, /--no-email/.test(reason)], [2, true]);
  });

  it('gets a new password from a pipe or a terminal', async () => {
    const person = await newPerson();
    const words = ['password', '--password-stdin'];
    const wrong = await run(words, person, { input: `not this one\n${NEW_PASSWORD}\n` });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /The current password is wrong/);
    assert.equal((await run(words, person, { input: `${PASSWORD}\n` })).code, 2);
    assert.match(successOf(await run(words, person, { input: `${PASSWORD}\n${NEW_PASSWORD}\n` })).stderr, /password is changed/);
    await signIn(cli.server, { username: person.username, password: NEW_PASSWORD }).expect(200);

    const terminal = openCli(['password'], { env: person.env });
    await terminal.expect('Current password:');
    terminal.press(`${NEW_PASSWORD}\r`);
    for (const question of ['New password:', 'Repeat the password:']) {
      await terminal.expect(question);
      terminal.press(`${PASSWORD}\r`);
    }
    await terminal.expect('Your password is changed.');
    assert.equal((await terminal.ended()).code, 0);
    await signIn(cli.server, { username: person.username }).expect(200);
  });

  it('lists its sessions and ends one', async () => {
    const person = await newPerson();
    const other = await sessionOf(cli.server, { username: person.username, password: PASSWORD }, { 'X-Device-Name': 'Other laptop' });
    const rows = tsv(successOf(await run(['sessions', 'list'], person)).stdout);
    const row = rows.find(({ device }) => device === 'Other laptop');
    assert.deepEqual([rows.length, row?.['network'], row?.['current']], [2, '127.0.0.0/24', 'false']);
    assert.match(successOf(await run(['sessions', 'end', row?.['id'] ?? ''], person)).stderr, /has ended/);
    await ownAccount(cli.server, other).get('/me').expect(401);
    assert.equal((await run(['sessions', 'end', row?.['id'] ?? ''], person)).code, 5);
    assert.equal((await run(['sessions', 'end', '../x'], person)).code, 2);
  });

  it('ends its session when it signs out', async () => {
    const person = await newPerson();
    const token = tokenOf(person);
    await ownAccount(cli.server, token).get('/me').expect(200);
    successOf(await run(['logout'], person));
    await ownAccount(cli.server, token).get('/me').expect(401);
  });

  it('sets up a second factor and signs in with it', async () => {
    const person = await newPerson();
    const { secret, recoveryCodes } = await enable(person);
    assert.equal(recoveryCodes.length, 10);
    const refused = await login(person, `${PASSWORD}\n`);
    assert.equal(refused.code, 4);
    assert.match(refused.stderr, /--otp-stdin/);
    successOf(await login(person, `${PASSWORD}\n${codeFor(secret, 1)}\n`, ['--otp-stdin']));
    successOf(await login(person, `${PASSWORD}\n${recoveryCodes[0]}\n`, ['--otp-stdin']));

    const terminal = openCli(['login', '--url', cli.server.url, '--username', person.username, '--no-api-key'], { env: person.env });
    await terminal.expect('Password of');
    terminal.press(`${PASSWORD}\r`);
    await terminal.expect('Code of your authenticator app, or a recovery code:');
    terminal.press(`${recoveryCodes[1]}\r`);
    await terminal.expect(`Signed in as ${person.username}`);
    assert.equal((await terminal.ended()).code, 0);

    const words = ['totp', 'disable', '--password-stdin'];
    const input = `${PASSWORD}\n000000\n`;
    const unsent = JSON.parse(successOf(await run([...words, '--dry-run', '--json'], person, { input })).stdout);
    assert.deepEqual(unsent.body, { password: '********', code: '********' });
    assert.equal((await run(words, person, { input })).code, 1);
    successOf(await run(words, person, { input: `${PASSWORD}\n${recoveryCodes[2]}\n` }));
    successOf(await login(person, `${PASSWORD}\n`));
    assert.equal((await run(words, person, { input })).code, 6);
  });

  it('asks for a wrong code again, three times', async () => {
    const { env } = await newPerson();
    const terminal = openCli(['totp', 'enable'], { env });
    await terminal.expect('Your password:');
    terminal.press(`${PASSWORD}\r`);
    for (const _ of [1, 2, 3]) {
      await terminal.expect('Code that the app shows now:');
      terminal.press('000000\r');
      await terminal.expect('The code is wrong or no longer valid.');
    }
    assert.equal((await terminal.ended()).code, 1);
    const piped = await runCli(['totp', 'enable'], { env });
    assert.deepEqual([piped.code, /needs a terminal/.test(piped.stderr)], [2, true]);
  });

  it('is reset by an admin, without a terminal with --yes', async () => {
    const person = await newPerson();
    await enable(person);
    const shown = (await cli.json<{ id: number; totp: boolean }[]>(['operators', 'list'])).find(({ id }) => id === person.id);
    assert.equal(shown?.totp, true);
    const words = ['operators', 'totp-reset', String(person.id)];
    assert.equal((await cli.run(words)).code, 2);
    assert.match(successOf(await cli.run([...words, '--yes'])).stderr, /signs in with the password only/);
    successOf(await login(person, `${PASSWORD}\n`));
  });

  it('signs in to a project that requires it', async () => {
    const person = await newPerson();
    successOf(await cli.run(['projects', 'set', '11', '--require-totp', 'on']));
    try {
      const closed = await run(['sessions', 'list'], person);
      assert.deepEqual([closed.code, /diwan totp enable/.test(closed.stderr)], [4, true]);
      assert.match(successOf(await login(person, `${PASSWORD}\n`)).stderr, /requires a second factor: run `diwan totp enable`/);
      await enable(person);
      successOf(await run(['sessions', 'list'], person));
    } finally {
      successOf(await cli.run(['projects', 'set', '11', '--require-totp', 'off']));
    }
    assert.match(successOf(await cli.run(['projects', 'show', '11'])).stdout, /optional/);
  });
});
