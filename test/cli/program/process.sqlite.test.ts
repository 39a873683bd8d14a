import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildCli, CLI_ENTRY } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import type { Terminal } from '../../support/programs/terminal.ts';
import { type FakeServer, sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { bareEnv, spawnCli, spawnOnTerminal } from '../support/spawn.ts';

const APP = {
  id: 1,
  slug: 'souq',
  name: 'سوق \u001b[2Jالمدينة\u202e',
  platform: 'both',
  packageName: 'com.example.shop',
  currentVersion: '1.0.0',
  currentVersionCode: 1,
  storeUrl: '',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const CTRL_C = '\x03';

describe('diwan as a process', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  before(async () => {
    fake = await startFakeServer();
    const secrets = { username: 'ana', accessToken: 'a.token', refreshToken: 'a-refresh', apiKey: 'dk_1_secret' };
    env = { XDG_CONFIG_HOME: await newHome({ url: fake.url, project: null, ...secrets }) };
  });
  after(() => fake.close());

  const requested = (): Promise<void> => until(() => fake.requests.length > 0);

  describe('Ctrl-C on a terminal', () => {
    const interrupt = async (terminal: Terminal): Promise<string> => {
      terminal.press(CTRL_C);
      const { code, isSane, text } = await terminal.ended();
      assert.deepEqual([code, isSane], [130, true], text);
      return text;
    };

    it('ends a question and restores the terminal', async () => {
      const terminal = spawnOnTerminal(['login'], { env });
      await terminal.expect('Address of the server:');
      assert.match(await interrupt(terminal), /Interrupted\.\n/);
    });

    it('ends a change and states that its result is unknown', async () => {
      fake.respond(() => {});
      const terminal = spawnOnTerminal(['api', 'POST', '/api/v1/admin/apps', '--data', '{}'], { env });
      await requested();
      assert.match(await interrupt(terminal), /Interrupted\. It is unknown whether the change was made\./);
    });

    it('ends the reading of standard input', async () => {
      fake.respond((response) => sendJson(response, {}));
      const terminal = spawnOnTerminal(['api', 'POST', '/api/v1/admin/apps', '--data', '-'], { env });
      await terminal.expect('Reading standard input until Ctrl-D.');
      terminal.press('{}\r');
      await interrupt(terminal);
      assert.deepEqual(fake.requests, []);
    });
  });

  it('exits with 130 after SIGINT without a terminal', async () => {
    fake.respond(() => {});
    buildCli();
    const child = spawn(process.execPath, [CLI_ENTRY, 'reviews', 'approve', '1', '2', '--json'], {
      env: { ...bareEnv(), ...env },
      stdio: 'ignore',
    });
    const closed = once(child, 'close');
    await requested();
    child.kill('SIGINT');
    assert.deepEqual(await closed, [130, null]);
  });

  it('prints data on stdout and everything else on stderr', async () => {
    fake.respond((response) => sendJson(response, [APP]));
    const listed = await spawnCli(['apps', 'list', '--json'], { env });
    assert.deepEqual([listed.code, JSON.parse(listed.stdout), listed.stderr], [0, [APP], '']);
    fake.respond((response) => sendError(response, 409, { code: 'app_slug_exists' }));
    const refused = await spawnCli(['api', 'POST', '/api/v1/roadmap', '--data', '-'], { env, input: '{"title":"x"}' });
    assert.deepEqual([refused.code, JSON.parse(refused.stdout).code, refused.stderr], [6, 'app_slug_exists', '409 Conflict\n']);
    const unreachable = await spawnCli(['flags', 'enable', 'shop', 'f', '--url', 'http://127.0.0.1:1'], { env });
    assert.deepEqual([unreachable.code, unreachable.stdout], [7, '']);
    assert.match(unreachable.stderr, /^error http:\/\/127\.0\.0\.1:1: /);
  });

  it('exits quietly when the reader closes the pipe', async () => {
    fake.respond((response) =>
      sendJson(
        response,
        Array.from({ length: 5_000 }, () => APP),
      ),
    );
    buildCli();
    const child = spawn(process.execPath, [CLI_ENTRY, 'apps', 'list'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('prints UTF-8 in colour on a terminal with LANG=C', async () => {
    fake.respond((response) => sendJson(response, [APP]));
    const terminal = spawnOnTerminal(['apps', 'list'], { env: { ...env, LANG: 'C', LC_ALL: 'C' }, columns: 60 });
    const { code, text } = await terminal.ended();
    assert.equal(code, 0, text);
    assert.ok(terminal.raw().includes('\u001b[1m'), 'the heading is bold');
    assert.match(text.split('\n')[1] ?? '', /\u2068سوق .*\u2069/u);
  });
});
