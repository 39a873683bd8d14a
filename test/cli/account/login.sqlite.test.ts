import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Profiles } from '../../../cli/profiles/store.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { openCli, runCli } from '../support/in-process.ts';
import { successOf } from '../support/outcome.ts';
import { spawnOnTerminal } from '../support/spawn.ts';

/** A home without a profile, and a function that reads the profiles saved there. */
async function emptyHome(): Promise<{ env: { XDG_CONFIG_HOME: string }; saved(): Profiles }> {
  const home = await newHome();
  return { env: { XDG_CONFIG_HOME: home }, saved: () => JSON.parse(readFileSync(path.join(home, 'diwan/profiles.json'), 'utf8')) };
}

describe('diwan login', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const cliOperatorId = async (): Promise<number> => {
    const { body } = await admin(cli.server).get('/admin/projects/11/operators').expect(200);
    return body.find(({ username }: { username: string }) => username === cli.operator.username).id;
  };

  it('asks on a terminal, verifies and saves the credentials', async () => {
    const { env, saved } = await emptyHome();
    const terminal = spawnOnTerminal(['login'], { env });
    await terminal.expect('Address of the server:');
    terminal.press(`\x15${cli.server.url}\r`);
    await terminal.expect('is a Diwan server, version ');
    await terminal.expect('Username:');
    terminal.press(`${cli.operator.username}\r`);
    await terminal.expect(`Password of ${cli.operator.username}:`);
    terminal.press(`${cli.operator.password}\r`);
    await terminal.expect(`Signed in as ${cli.operator.username}, admin of project 11.`);
    const { code, isSane } = await terminal.ended();
    assert.deepEqual([code, isSane], [0, true]);
    assert.ok(!terminal.raw().includes(cli.operator.password), 'a secret is on the screen');
    const { current, profiles } = saved();
    const { accessToken, refreshToken, device, ...rest } = profiles['default'] ?? assert.fail('nothing was saved');
    assert.deepEqual([current, rest], ['default', { url: cli.server.url, project: null, username: cli.operator.username, apiKey: null }]);
    assert.ok(accessToken !== null && refreshToken !== null);
    assert.match(device ?? '', /^dv_[\w-]{43}$/);
    const folder = path.join(env.XDG_CONFIG_HOME, 'diwan');
    assert.deepEqual(
      [folder, path.join(folder, 'profiles.json')].map((file) => statSync(file).mode & 0o777),
      [0o700, 0o600],
    );
  });

  it('stops after three wrong passwords', async () => {
    const { env } = await emptyHome();
    const terminal = openCli(['login', '--url', cli.server.url, '--username', cli.operator.username, '--no-api-key'], { env });
    for (const _ of [1, 2, 3]) {
      await terminal.expect('Password of');
      terminal.press('not this one\r');
      await terminal.expect('No active account found with the given credentials');
    }
    const { code, text } = await terminal.ended();
    assert.equal(code, 4);
    assert.match(text, /next: check the username/);
  });

  it('keeps its device for later sign-ins of the same server', async () => {
    const { env, saved } = await emptyHome();
    const words = ['login', '--url', cli.server.url, '--username', cli.operator.username, '--password-stdin', '--no-api-key'];
    const signIn = (password: string) => runCli(words, { env, input: `${password}\n` });
    successOf(await signIn(cli.operator.password));
    const device = saved().profiles['default']?.device;
    // strangers behind the same address
    const stranger = { username: cli.operator.username, password: 'not this one' };
    const guess = () => client(cli.server, {}, '/api/v1/auth/auth').post('/token', stranger);
    for (let turn = 0; turn < 5; turn += 1) await guess().expect(401);
    await guess().expect(429);
    successOf(await signIn(cli.operator.password));
    assert.equal(saved().profiles['default']?.device, device);
    assert.equal((await runCli(words, { env: (await emptyHome()).env, input: `${cli.operator.password}\n` })).code, 1);
    await admin(cli.server)
      .post(`/admin/projects/11/operators/${await cliOperatorId()}/unlock`)
      .expect(200);
  });

  it('reads both secrets from standard input', async () => {
    const { env, saved } = await emptyHome();
    const words = ['login', '--url', cli.server.url, '--username', cli.operator.username, '--password-stdin', '--api-key-stdin', '--json'];
    const { stdout } = successOf(await runCli(words, { env, input: `${cli.operator.password}\n${cli.server.apiKey}\n` }));
    const answer = JSON.parse(stdout);
    assert.deepEqual(
      [answer.profile, answer.token.name, answer.token.role, answer.apiKey.apps],
      ['default', cli.operator.username, 'admin', 0],
    );
    assert.equal(saved().profiles['default']?.apiKey, cli.server.apiKey);
    assert.ok(!stdout.includes(cli.server.apiKey));
  });

  it('adds credentials to an existing profile', async () => {
    const { env, saved } = await emptyHome();
    const { body } = await admin(cli.server)
      .post('/admin/api-keys', { name: 'CI', scopes: ['read'] })
      .expect(201);
    const login = ['login', '--profile', 'ci', '--url', cli.server.url];
    const { stderr } = successOf(await runCli([...login, '--api-key-stdin'], { env, input: `${body.key}\n` }));
    assert.match(stderr, /The API key "CI" works \(read\); it has access to 0 apps\.\nSaved as profile ci\.\n$/);
    successOf(
      await runCli([...login, '--username', cli.operator.username, '--password-stdin'], { env, input: `\ufeff${cli.operator.password}` }),
    );
    const { username, apiKey } = saved().profiles['ci'] ?? assert.fail('nothing was saved');
    assert.deepEqual([saved().current, username, apiKey], ['ci', cli.operator.username, body.key]);
    successOf(
      await runCli([...login, '--username', cli.operator.username, '--password-stdin', '--no-api-key'], {
        env,
        input: cli.operator.password,
      }),
    );
    assert.equal(saved().profiles['ci']?.apiKey, null);
  });

  it('saves nothing that the server refuses', async () => {
    const url = ['--url', cli.server.url];
    const cases = [
      { words: [...url, '--username', 'nobody', '--password-stdin'], input: 'x', code: 4, reason: /No active account/ },
      { words: [...url, '--api-key-stdin'], input: 'dk_00000000_x', code: 4, reason: /next: run `diwan login`, or give a valid key/ },
      {
        words: [...url, '--username', cli.operator.username, '--password-stdin', '--project', '12'],
        input: cli.operator.password,
        code: 4,
        reason: /leave out --project/,
      },
      { words: [...url], input: '', code: 2, reason: /Neither a username nor an API key/ },
      { words: [...url, '--username', 'ana'], input: '', code: 2, reason: /--password-stdin is required/ },
      { words: [...url, '--password-stdin', '--username', 'ana'], input: '', code: 2, reason: /--password-stdin needs a line/ },
      { words: [], input: '', code: 2, reason: /--url is required/ },
      { words: ['--url', 'ftp://example.com'], input: '', code: 2, reason: /not an http or https address/ },
      { words: ['--url', 'http://ana:secret@example.com'], input: '', code: 2, reason: /must not contain a username/ },
      { words: [...url, '--dry-run'], input: '', code: 2, reason: /login has no dry run/ },
      { words: [...url, '--profile', '../../x'], input: '', code: 2, reason: /not a valid profile name/ },
    ];
    for (const { words, input, code, reason } of cases) {
      const { env, saved } = await emptyHome();
      const outcome = await runCli(['login', ...words], { env, input });
      assert.equal(outcome.code, code, `${words.join(' ')}: ${outcome.stderr}`);
      assert.match(outcome.stderr, reason);
      assert.throws(saved, /ENOENT/);
    }
  });
});
