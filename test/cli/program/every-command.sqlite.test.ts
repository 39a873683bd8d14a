import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { runProgram } from '../../cli/program.ts';
import { CLI_ENTRY } from '../support/dist.ts';
import { until } from '../support/process.ts';
import { type FakeServer, refusal, startFakeServer } from './fake-server.ts';
import { byTwos, newHome, runCli } from './support.ts';

/** A use of each command that needs nobody to ask, by its name. */
const USES: Readonly<Record<string, readonly string[]>> = {
  whoami: [],
  'reviews list': [],
  'reviews show': ['1'],
  'reviews approve': ['1'],
  'reviews reject': ['1'],
  'posts list': [],
  'posts show': ['1'],
  'posts status': ['1', 'planned'],
  'roadmap list': [],
  'roadmap add': ['--title', 'x'],
  'roadmap edit': ['1', '--title', 'x'],
  'roadmap remove': ['1', '--yes'],
  'changelog list': [],
  'changelog add': ['--title', 'x', '--content', 'x'],
  'changelog edit': ['1', '--title', 'x'],
  'changelog remove': ['1', '--yes'],
  stats: [],
  'apps list': [],
  'apps show': ['shop'],
  'apps create': ['--slug', 'shop', '--name', 'x', '--platform', 'ios', '--package-name', 'com.example.x'],
  'apps update': ['shop', '--name', 'x'],
  'versions list': ['shop'],
  'versions publish': ['shop', '--name', '1.0.0', '--code', '1'],
  'versions activate': ['shop', '1'],
  'versions deactivate': ['shop', '1'],
  'versions check': ['shop', '--current', '1.0.0'],
  'maintenance status': ['shop'],
  'maintenance on': ['shop', '--confirm', 'shop'],
  'maintenance off': ['shop'],
  'maintenance history': ['shop'],
  'flags list': ['shop'],
  'flags get': ['shop', 'f'],
  'flags create': ['shop', 'f', '--on'],
  'flags set': ['shop', 'f', '--off'],
  'flags enable': ['shop', 'f'],
  'flags disable': ['shop', 'f'],
  'flags delete': ['shop', 'f', '--yes', '--confirm', 'shop'],
  analytics: ['shop'],
  'projects list': [],
  'projects create': ['--name', 'x'],
  'projects show': ['11'],
  'projects set': ['11', '--name', 'x'],
  'operators list': [],
  'operators create': ['--username', 'somebody', '--role', 'staff', '--password-stdin'],
  'operators set': ['1', '--role', 'staff'],
  'test-phones list': [],
  'test-phones add': ['+15550100001', '--code', '123456'],
  'test-phones remove': ['+15550100001', '--yes'],
  'users list': [],
  'users show': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users set-role': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11', 'staff'],
  'users suspend': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users activate': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users unlock': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users revoke-sessions': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'keys list': [],
  'keys create': ['--name', 'x'],
  'keys revoke': ['1', '--yes'],
  api: ['GET', '/api/v1/reviews'],
};

/** They ask no server, have tests of their own against one that is away, or begin on a terminal only. */
const OTHERS = ['login', 'logout', 'profiles', 'use', 'config', 'doctor', 'completion', 'reviews triage'];

const ENDS = [
  { status: 401, code: 'token_not_valid', exit: 4 },
  { status: 404, code: 'not_found', exit: 5 },
  { status: 409, code: 'conflict', exit: 6 },
  { status: 429, code: 'throttled', exit: 1 },
];

describe('every command of diwan', () => {
  let fake: FakeServer;
  let home: string;
  const uses = Object.entries(USES).map(([name, words]) => [...name.split(' '), ...words]);

  before(async () => {
    fake = await startFakeServer();
    const tokens = { accessToken: 'a', refreshToken: 'r', apiKey: 'k' };
    home = await newHome({ url: fake.url, project: null, username: 'boss', ...tokens });
  });
  after(() => fake.close());

  /** In this process: what each refusal ends with is told in one place, and the nouns' own tests meet it as processes. */
  const run = async (words: readonly string[]): Promise<{ code: number; stdout: string }> => {
    const stdin = new PassThrough();
    stdin.end('a long password\n');
    const stdout = new PassThrough();
    const env = { XDG_CONFIG_HOME: home };
    const io = { stdin, stdout, stderr: new PassThrough(), env, now: () => 0 };
    const code = await runProgram([...words, '--json'], io as never, new AbortController().signal);
    return { code, stdout: String(stdout.read() ?? '') };
  };

  it('is in the table of this test', async () => {
    const nouns = await commandsOf([]);
    const all = await Promise.all(nouns.map(async (noun) => [noun, await commandsOf([noun])] as const));
    const names = all.flatMap(([noun, verbs]) => (verbs.length === 0 ? [noun] : verbs.map((verb) => `${noun} ${verb}`)));
    assert.deepEqual(names.toSorted(), [...Object.keys(USES), ...OTHERS].toSorted());
  });

  for (const { status, code, exit } of ENDS)
    it(`ends with ${exit} when the server answers ${status}`, async () => {
      fake.answer((response) => refusal(response, status, { code, ...(status === 429 ? { available_in: 60 } : {}) }));
      // whoami asks what the caller may, and a refusal is an answer to it
      const asked = status === 404 ? uses.filter(([noun]) => noun !== 'whoami') : uses;
      await byTwos(asked, async (words) => {
        const outcome = await run(words);
        const { error } = JSON.parse(outcome.stdout) as { error: { code: string; hint: string | null } };
        assert.deepEqual([outcome.code, error.code], [exit, code], `${words.join(' ')}: ${outcome.stdout}`);
      });
    });

  it('ends with 7 when there is no server', async () => {
    const gone = await startFakeServer();
    const home = await newHome({ url: gone.url, project: null, username: 'boss', accessToken: 'a', refreshToken: 'r', apiKey: 'k' });
    await gone.close();
    await byTwos(uses, async (words) => {
      const outcome = await runCli([...words, '--json'], { env: { XDG_CONFIG_HOME: home }, input: 'a long password\n' });
      assert.equal(outcome.code, 7, `${words.join(' ')}: ${outcome.stdout}${outcome.stderr}`);
    });
  });

  it('ends with 130 when Ctrl-C comes while it waits', async () => {
    await byTwos(uses, async (words) => {
      const silent = await startFakeServer();
      silent.answer(() => {});
      const home = await newHome({ url: silent.url, project: null, username: 'boss', accessToken: 'a', refreshToken: 'r', apiKey: 'k' });
      const child = spawn(process.execPath, [CLI_ENTRY, ...words, '--json'], {
        env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: home },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin?.end('a long password\n');
      const ended = once(child, 'close');
      await until(() => silent.asked.length > 0);
      child.kill('SIGINT');
      assert.equal((await ended)[0], 130, words.join(' '));
      await silent.close();
    });
  });
});

/** The names below `Commands:` in a help page. */
async function commandsOf(words: readonly string[]): Promise<string[]> {
  const stdout = new PassThrough();
  const io = { stdin: new PassThrough(), stdout, stderr: new PassThrough(), env: {}, now: () => 0 };
  await runProgram([...words, '--help'], io as never, new AbortController().signal);
  const help = String(stdout.read() ?? '');
  const listed = /\nCommands:\n((?: {2}.*\n?)+)/.exec(help)?.[1] ?? '';
  const names = [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name ?? '');
  return names.filter((name) => name !== 'help');
}
