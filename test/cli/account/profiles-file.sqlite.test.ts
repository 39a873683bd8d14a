import assert from 'node:assert/strict';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeProfiles } from '../../../cli/profiles/store.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { type Outcome, runCli } from '../support/in-process.ts';
import { successOf, tsv } from '../support/outcome.ts';

describe('the file of the profiles', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const login = (home: string, profile: string): Promise<Outcome> =>
    runCli(['login', '--profile', profile, '--url', cli.server.url, '--api-key-stdin'], {
      env: { XDG_CONFIG_HOME: home },
      input: cli.server.apiKey,
    });
  const names = async (home: string): Promise<unknown[]> =>
    tsv((await runCli(['profiles'], { env: { XDG_CONFIG_HOME: home } })).stdout).map(({ name }) => name);
  const fileOf = (home: string): string => path.join(home, 'diwan/profiles.json');

  it('is reported as readable by others, then restricted', async () => {
    const home = await newHome(cli.profile);
    chmodSync(fileOf(home), 0o644);
    const { code, stdout, stderr } = await runCli(['apps', 'list', '--json'], { env: { XDG_CONFIG_HOME: home } });
    assert.deepEqual([code, JSON.parse(stdout)], [0, []]);
    assert.match(stderr, /^warning: .*profiles\.json contains credentials and is open to other users; run: chmod 600 /);
    successOf(await runCli(['use', 'default'], { env: { XDG_CONFIG_HOME: home } }));
    assert.equal(statSync(fileOf(home)).mode & 0o777, 0o600);
  });

  it('may begin with a byte order mark', async () => {
    const home = await newHome(cli.profile);
    writeFileSync(fileOf(home), `\ufeff${readFileSync(fileOf(home), 'utf8')}`, { mode: 0o600 });
    successOf(await runCli(['apps', 'list'], { env: { XDG_CONFIG_HOME: home } }));
    assert.deepEqual(await names(home), ['default']);
  });

  it('replaces a symbolic link instead of following it', async () => {
    const home = await newHome();
    mkdirSync(path.join(home, 'diwan'));
    const target = path.join(home, 'elsewhere.json');
    writeFileSync(target, '{"current":"default","profiles":{}}', { mode: 0o644 });
    symlinkSync(target, fileOf(home));
    successOf(await login(home, 'one'));
    assert.ok(lstatSync(fileOf(home)).isFile());
    assert.equal(readFileSync(target, 'utf8'), '{"current":"default","profiles":{}}');
  });

  it('is saved as .bak when it is damaged', async () => {
    const home = await newHome(cli.profile);
    writeFileSync(fileOf(home), '{"current": "default", "prof');
    const { code, stderr } = await runCli(['apps', 'list'], { env: { XDG_CONFIG_HOME: home } });
    assert.equal(code, 2);
    assert.match(stderr, /profiles\.json is damaged[\s\S]*next: .*diwan login/);
    successOf(await login(home, 'one'));
    assert.deepEqual(await names(home), ['one']);
    assert.equal(readFileSync(`${fileOf(home)}.bak`, 'utf8'), '{"current": "default", "prof');
  });

  it('contains all of three simultaneous logins', async () => {
    const home = await newHome();
    const outcomes = await Promise.all(['one', 'two', 'three'].map((profile) => login(home, profile)));
    for (const outcome of outcomes) successOf(outcome);
    assert.deepEqual((await names(home)).sort(), ['one', 'three', 'two']);
    assert.deepEqual(readdirSync(path.join(home, 'diwan')), ['profiles.json']);
  });

  it('loses none of many simultaneous changes', async () => {
    const io = { env: { XDG_CONFIG_HOME: await newHome() }, now: () => Date.now() };
    const many = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const add = (name: string): Promise<void> =>
      changeProfiles(io, ({ current, profiles }) => ({ current, profiles: { ...profiles, [name]: cli.profile } }));
    await Promise.all(many.map(add));
    assert.deepEqual((await names(io.env.XDG_CONFIG_HOME)).sort(), many.sort());
  });

  it('is needed by login alone', async () => {
    const home = '/dev/null/here';
    assert.deepEqual(await names(home), []);
    const { code, stderr } = await login(home, 'one');
    assert.equal(code, 1);
    assert.match(stderr, /cannot be written[\s\S]*next: set XDG_CONFIG_HOME/);
    assert.ok(!existsSync(home));
  });

  it('reports a lock that is not released', async () => {
    const home = await newHome(cli.profile);
    writeFileSync(`${fileOf(home)}.lock`, '');
    const { code, stderr } = await runCli(['use', 'default'], { env: { XDG_CONFIG_HOME: home } });
    assert.equal(code, 2);
    assert.match(stderr, /is locked by another diwan/);
  });
});
