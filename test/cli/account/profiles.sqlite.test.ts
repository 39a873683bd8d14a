import assert from 'node:assert/strict';
import path from 'node:path';
import { client } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { runCli } from '../support/in-process.ts';
import { successOf, tsv } from '../support/outcome.ts';

describe('accounts and profiles', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  describe('diwan profiles, use, logout', () => {
    it('lists, selects and deletes saved profiles', async () => {
      const { username, password } = cli.operator;
      // its own session, because signing out ends it
      const { body } = await client(cli.server, {}, '/api/v1/auth/auth').post('/token/', { username, password }).expect(200);
      const env = { XDG_CONFIG_HOME: await newHome({ ...cli.profile, accessToken: body.access, refreshToken: body.refresh }) };
      const login = ['login', '--profile', 'second', '--url', cli.server.url, '--api-key-stdin'];
      successOf(await runCli(login, { env, input: cli.server.apiKey }));
      const second = { name: 'second', current: 'true', address: cli.server.url, username: '', project: '', api_key: 'true' };
      const first = { ...second, name: 'default', current: 'false', username: cli.operator.username, project: '11' };
      assert.deepEqual(tsv((await runCli(['profiles'], { env })).stdout), [first, second]);
      assert.match((await runCli(['use', 'default'], { env })).stderr, /Profile default is now the current one/);
      const shown = JSON.parse((await runCli(['profiles', '--json'], { env })).stdout);
      assert.deepEqual(
        shown.map(({ name, isCurrent }: { name: string; isCurrent: boolean }) => [name, isCurrent]),
        [
          ['default', true],
          ['second', false],
        ],
      );
      assert.match((await runCli(['logout', '--dry-run'], { env })).stderr, /Would delete profile default/);
      assert.match((await runCli(['logout'], { env })).stderr, /Profile default \(.*\) deleted/);
      assert.deepEqual(tsv((await runCli(['profiles'], { env })).stdout), [second]);
    });

    it('reports an unknown profile in every command', async () => {
      const cases = [
        ['use', 'other'],
        ['logout', '--profile', 'other'],
        ['whoami', '--profile', 'other'],
        ['config', '--profile', 'other'],
      ];
      for (const words of cases) {
        const { code, stderr } = await cli.run(words);
        assert.deepEqual([code, /There is no profile "other"/.test(stderr)], [2, true], words.join(' '));
      }
    });
  });

  describe('diwan whoami', () => {
    it('shows the owner of token and key', async () => {
      const { token, apiKey, ...rest } = await cli.json<Record<string, Record<string, unknown>>>(['whoami']);
      assert.deepEqual(rest, { url: cli.server.url, profile: 'default' });
      const { expiresAt, reach, ...identity } = token ?? {};
      assert.deepEqual(identity, { name: cli.operator.username, role: 'admin', project: 11, isStaff: true });
      assert.match(String(expiresAt), /^\d{4}-.*Z$/);
      const may = 'read and change everything in project 11: apps, feedback, users, operators, keys, test phones';
      assert.deepEqual(reach, { roles: ['admin'], scopes: null, projectId: 11, onlyApps: null, may });
      const scopes = ['read', 'write', 'feedback', 'users', 'audit', 'operators'];
      const everything = { roles: [], scopes, projectId: null, onlyApps: null };
      const { reach: ofKey, ...key } = apiKey ?? {};
      assert.deepEqual(key, { name: 'ADMIN_API_KEY', scopes, expiresAt: null, apps: 0 });
      assert.deepEqual(ofKey, { ...everything, may: 'read and change everything in every project, and issue keys' });
      const lines = successOf(await cli.run(['whoami'])).stdout.split('\n');
      assert.deepEqual(lines.slice(0, 6), [
        `server\t${cli.server.url}`,
        'profile\tdefault',
        `user\t${cli.operator.username}`,
        'role\tadmin',
        'project\t11',
        `may\t${may}`,
      ]);
    });

    it('fails without credentials and with refused ones', async () => {
      const anonymous = await runCli(['whoami', '--url', cli.server.url]);
      assert.deepEqual([anonymous.code, /Not signed in[\s\S]*diwan login/.test(anonymous.stderr)], [4, true]);
      assert.equal((await cli.run(['whoami'], { env: { DIWAN_TOKEN: 'not.a.token' } })).code, 4);
      assert.equal((await cli.run(['whoami'], { env: { DIWAN_API_KEY: 'dk_00000000_x' } })).code, 4);
    });
  });

  describe('diwan config', () => {
    it('shows the source of each setting, masks secrets', async () => {
      const env = { DIWAN_API_KEY: 'dk_00000000_abcdefghijklmnop', DIWAN_TOKEN: '' };
      const { stdout } = successOf(await cli.run(['config', '--project', '12'], { env }));
      const settings = Object.fromEntries(tsv(stdout).map(({ setting, value, source }) => [setting, [value, source]]));
      assert.deepEqual(settings, {
        file: [path.join(cli.home, 'diwan/profiles.json'), 'environment'],
        profile: ['default', 'profile'],
        url: [cli.server.url, 'profile'],
        project: ['12', 'flag'],
        username: [cli.operator.username, 'profile'],
        token: [`…${cli.profile.accessToken?.slice(-4)}`, 'profile'],
        api_key: ['…mnop', 'environment'],
      });
    });

    it('hides saved secrets from any other server', async () => {
      const { stdout } = successOf(await cli.run(['config', '--url', 'http://127.0.0.1:1']));
      const sources = Object.fromEntries(tsv(stdout).map(({ setting, source }) => [setting, source]));
      assert.deepEqual([sources['url'], sources['token'], sources['api_key']], ['flag', 'none', 'none']);
    });
  });
});
