import assert from 'node:assert/strict';
import { type FakeServer, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { type OpenOptions, openCli, type RunOptions, runCli } from '../support/in-process.ts';

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
const ESCAPE = '\u001b[';

describe('the output of diwan', () => {
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

  const run = (words: readonly string[], options: RunOptions = {}) => runCli(words, { ...options, env: { ...env, ...options.env } });
  const screenOf = async (flags: readonly string[], options: OpenOptions = {}): Promise<{ raw: string; lines: string[] }> => {
    fake.respond((response) => sendJson(response, APPS));
    const terminal = openCli(['apps', 'list', ...flags], { ...options, env: { ...env, ...options.env } });
    const { code, text } = await terminal.ended();
    assert.equal(code, 0, text);
    return { raw: terminal.raw(), lines: text.trimEnd().split('\n') };
  };

  it('has colours unless NO_COLOR, TERM=dumb or --no-color', async () => {
    assert.ok((await screenOf([])).raw.includes(ESCAPE));
    assert.ok(!(await screenOf([], { env: { NO_COLOR: '1' } })).raw.includes(ESCAPE));
    assert.ok(!(await screenOf([], { env: { TERM: 'dumb' } })).raw.includes(ESCAPE));
    assert.ok(!(await screenOf(['--no-color'])).raw.includes(ESCAPE));
  });

  it('fits the terminal and isolates Arabic text', async () => {
    const { lines } = await screenOf([], { columns: 60 });
    assert.equal(lines.length, 3);
    assert.deepEqual(
      lines.filter((line) => [...line].length > 62),
      [],
    );
    assert.match(lines[1] ?? '', /shop/);
    assert.match(lines[2] ?? '', /\u2068سوق .*\u2069/u);
    assert.ok(!lines[2]?.includes('\u202e'));
  });

  it('becomes one value per line on narrow terminals', async () => {
    const { lines } = await screenOf([], { columns: 20 });
    assert.ok(lines.includes(`Name: ${LONG_NAME}`) && lines.includes('Slug: souq'), lines.join('\n'));
  });

  it('contains no secret, and no option accepts one', async () => {
    fake.respond((response) => sendJson(response, APPS));
    const outcomes = [
      await run(['apps', 'list', '--json']),
      await run(['config']),
      await run(['whoami', '--json']),
      await run(['doctor'], { env: { DIWAN_DEBUG: '1' } }),
      await run(['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '{}', '--dry-run']),
      await run(['apps', 'list', '--timeout', '1', '--url', 'http://127.0.0.1:1']),
    ];
    for (const { stdout, stderr } of outcomes) assert.doesNotMatch(stdout + stderr, /a\.token|a-refresh|1_secret/);
    for (const option of ['--password', '--api-key', '--token']) {
      const { code, stderr } = await run(['login', option, 'x']);
      assert.deepEqual([code, stderr.includes(`unknown option '${option}'`)], [2, true]);
    }
  });

  it('shows the version, the help and the nearest command', async () => {
    const { stdout: version } = await run(['--version']);
    assert.match(version, /^\d+\.\d+\.\d+\n$/);
    assert.deepEqual([(await run(['-v'])).stdout, (await run(['version'])).stdout], [version, version]);
    const help = await run(['--help']);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /Exit codes: 0 done/);
    const unknown = await run(['revews', 'list']);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /Did you mean reviews\?/);
    const missing = await run(['apps']);
    assert.deepEqual([missing.code, missing.stdout], [2, '']);
    assert.match(missing.stderr, /^Usage: diwan apps /);
    const { error } = JSON.parse((await run(['apps', 'lst', '--json'])).stdout);
    assert.deepEqual(error, { code: 'usage', message: "unknown command 'lst'", hint: 'Did you mean list?', requestId: null });
  });

  it('suggests the option that an unknown one means', async () => {
    for (const [words, hint] of [
      [['apps', 'create', '--package', 'x'], 'Did you mean --package-name?'],
      [['apps', 'create', '--url=x', '--store', 'x'], 'Did you mean --store-url?'],
      [['maintenance', 'on', 'shop', '--untill', '2h'], 'Did you mean --until?'],
      [['projects', 'set', '11', '--otp', '6'], 'Did you mean one of --otp-length, --otp-ttl, --otp-guard, --otp-guard-scale, --otp-cap?'],
      [['apps', 'create', '--colour', 'x'], 'run `diwan apps create --help` to see what it accepts'],
    ] as const) {
      const { code, stderr } = await run(words);
      assert.deepEqual([code, stderr.trimEnd().split('\n').at(-1)], [2, `  next: ${hint}`]);
    }
  });

  it('accepts short forms of frequent options', async () => {
    fake.respond((response) => sendJson(response, []));
    const { code, stdout } = await run(['keys', 'revoke', '3', '-y', '--dry-run', '-p', 'default', '-P', '12', '-o', 'json']);
    assert.deepEqual([code, JSON.parse(stdout).path], [0, '/api/v1/admin/api-keys/3']);
  });

  it('stops after Ctrl-C during reads and waits', async () => {
    fake.respond(() => reading.press('\u0003'));
    const reading = openCli(['apps', 'list'], { env });
    const read = await reading.ended();
    assert.deepEqual([read.code, read.isSane], [130, true]);
    assert.doesNotMatch(read.text, /unknown/);
    fake.respond((response) => void response.writeHead(503, { 'Retry-After': '9' }).end());
    const waiting = openCli(['apps', 'list'], { env });
    await waiting.expect('next try in 9 s');
    waiting.press('\u0003');
    assert.equal((await waiting.ended()).code, 130);
  });
});
