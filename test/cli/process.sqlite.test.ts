import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildCli, CLI_ENTRY } from '../support/dist.ts';
import { until } from '../support/process.ts';
import type { Terminal } from '../support/terminal.ts';
import { type FakeServer, json, startFakeServer } from './fake-server.ts';
import { byTwos, newHome, runCli, startCli } from './support.ts';

const LONG_NAME = 'The shop of the long name that no terminal is wide enough for';
const APPS = [
  { slug: 'shop', name: LONG_NAME },
  { slug: 'souq', name: 'سوق \u001b[2Jالمدينة\u202e' },
].map((app, index) => ({
  id: index + 1,
  platform: 'both',
  packageName: 'com.example.shop',
  currentVersion: '1.0.0',
  currentVersionCode: 1,
  storeUrl: '',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...app,
}));
const CTRL_C = '\x03';
const RESET_OR_COLOR = '\u001b[';

describe('diwan as a process', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  before(async () => {
    fake = await startFakeServer();
    const secrets = {
      username: 'ana',
      accessToken: 'a.token.of-some-length',
      refreshToken: 'a-refresh',
      apiKey: 'dk_1_secret-of-some-length',
    };
    env = { XDG_CONFIG_HOME: await newHome({ url: fake.url, project: null, ...secrets }) };
  });
  after(() => fake.close());

  const listing = (): void => fake.answer((response) => json(response, APPS));
  const hanging = (): void => fake.answer(() => {});
  const asked = (): Promise<void> => until(() => fake.asked.length > 0);

  describe('Ctrl-C', () => {
    const interrupted = async (terminal: Terminal): Promise<string> => {
      terminal.press(CTRL_C);
      const { code, isSane, text } = await terminal.ended();
      assert.deepEqual([code, isSane], [130, true], text);
      return text;
    };

    it('ends a question with 130 and a sane terminal', async () => {
      const terminal = startCli(['login'], { env });
      await terminal.expect('Address of the server:');
      assert.match(await interrupted(terminal), /Interrupted\.\n/);
    });

    it('ends a read under way', async () => {
      hanging();
      const terminal = startCli(['apps', 'list'], { env });
      await asked();
      assert.doesNotMatch(await interrupted(terminal), /not known/);
    });

    it('ends a change under way, and says what is not known', async () => {
      hanging();
      const terminal = startCli(['api', 'POST', '/api/v1/admin/apps', '--data', '{}'], { env });
      await asked();
      assert.match(await interrupted(terminal), /Interrupted\. Whether the change was made is not known\./);
    });

    it('ends the wait for a busy server', async () => {
      fake.answer((response) => void response.writeHead(503, { 'Retry-After': '9' }).end());
      const terminal = startCli(['apps', 'list'], { env });
      await terminal.expect('another try in 9 s');
      await interrupted(terminal);
    });

    it('ends the reading of what is typed', async () => {
      fake.answer((response) => json(response, {}));
      const terminal = startCli(['api', 'POST', '/api/v1/admin/apps', '--data', '-'], { env });
      await terminal.expect('Reading what is typed, until Ctrl-D.');
      terminal.press('{}\r');
      await interrupted(terminal);
      assert.deepEqual(fake.asked, []);
    });
  });

  it('ends quietly when its reader has seen enough', async () => {
    fake.answer((response) =>
      json(
        response,
        Array.from({ length: 5_000 }, () => APPS[0]),
      ),
    );
    buildCli();
    const child = spawn(process.execPath, [CLI_ENTRY, 'apps', 'list'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    assert.deepEqual([code, said], [0, '']);
  });

  describe('the terminal', () => {
    const shown = async (
      more: { columns?: number; env?: Record<string, string>; flags?: string[] } = {},
    ): Promise<{ raw: string; lines: string[] }> => {
      listing();
      const { columns = 80, flags = [] } = more;
      const terminal = startCli(['apps', 'list', ...flags], { env: { ...env, ...more.env }, columns });
      const { code, text } = await terminal.ended();
      assert.equal(code, 0, text);
      return { raw: terminal.raw(), lines: text.trimEnd().split('\n') };
    };

    it('gets colours, but not with NO_COLOR, TERM=dumb or --no-color', async () => {
      assert.ok((await shown()).raw.includes(RESET_OR_COLOR));
      assert.ok(!(await shown({ env: { NO_COLOR: '1' } })).raw.includes(RESET_OR_COLOR));
      assert.ok(!(await shown({ env: { TERM: 'dumb' } })).raw.includes(RESET_OR_COLOR));
      assert.ok(!(await shown({ flags: ['--no-color'] })).raw.includes(RESET_OR_COLOR));
    });

    it('gets lines that fit, and Arabic set apart', async () => {
      const { lines } = await shown({ columns: 60 });
      assert.equal(lines.length, 3);
      assert.deepEqual(
        lines.filter((line) => [...line].length > 62),
        [],
      );
      assert.match(lines[1] ?? '', /shop/);
      assert.match(lines[2] ?? '', /\u2068سوق .*\u2069/u);
      assert.ok(!lines[2]?.includes('\u202e'));
    });

    it('gets one value below the other when it is narrow', async () => {
      const { lines } = await shown({ columns: 20 });
      assert.ok(lines.includes(`Name: ${LONG_NAME}`) && lines.includes('Slug: souq'), lines.join('\n'));
    });

    it('gets the same with LANG=C', async () => {
      assert.deepEqual((await shown({ env: { LANG: 'C', LC_ALL: 'C' } })).lines, (await shown()).lines);
    });
  });

  it('says no secret, whatever it does, and takes none as an option', async () => {
    listing();
    const outcomes = [
      await runCli(['apps', 'list', '--json'], { env }),
      await runCli(['config'], { env }),
      await runCli(['whoami', '--json'], { env }),
      await runCli(['doctor'], { env: { ...env, DIWAN_DEBUG: '1' } }),
      await runCli(['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '{}', '--dry-run'], { env }),
      await runCli(['apps', 'list', '--timeout', '1', '--url', 'http://127.0.0.1:1'], { env }),
    ];
    for (const { stdout, stderr } of outcomes) assert.doesNotMatch(stdout + stderr, /a\.token|a-refresh|1_secret/);
    for (const option of ['--password', '--api-key', '--token']) {
      const { code, stderr } = await runCli(['login', option, 'x'], { env });
      assert.deepEqual([code, stderr.includes(`unknown option '${option}'`)], [2, true]);
    }
  });

  it('is started by npx after a build, and by npm run without', async () => {
    buildCli();
    const root = path.join(import.meta.dirname, '../..');
    // the first npx links the package into npm's cache, and would build it again before
    const npm = { npm_config_update_notifier: 'false', npm_config_ignore_scripts: 'true' };
    const shell = { cwd: root, env: { PATH: process.env['PATH'], HOME: env['XDG_CONFIG_HOME'], ...npm } };
    const version = (await runCli(['--version'])).stdout;
    await byTwos(
      [
        ['npx', '--offline', 'diwan', '--version'],
        ['npm', 'run', '--silent', 'diwan', '--', '--version'],
      ],
      async ([file = '', ...words]) => {
        assert.equal((await promisify(execFile)(file, words, shell)).stdout, version);
      },
    );
  });

  it('tells its version, and how it is used', async () => {
    assert.match((await runCli(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
    const help = await runCli(['--help']);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /Exit codes: 0 done/);
    const unknown = await runCli(['revews', 'list']);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /Did you mean reviews\?/);
    const { error } = JSON.parse((await runCli(['apps', 'lst', '--json'])).stdout);
    assert.deepEqual(error, { code: 'usage', message: "unknown command 'lst'", hint: 'Did you mean list?', requestId: null });
  });
});
