import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Profile } from '../../../cli/profiles/store.ts';
import { type FakeServer, sendError, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { type Outcome, runCli } from '../support/in-process.ts';

/** A call of each command that asks no question, by the name of the command. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  whoami: [],
  'account show': [],
  'account set': ['--no-email', '--password-stdin'],
  'sessions list': [],
  'sessions end': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'reviews list': [],
  'reviews show': ['1'],
  'reviews approve': ['1'],
  'reviews reject': ['1'],
  'reviews delete': ['1', '--yes'],
  'posts list': [],
  'posts show': ['1'],
  'posts similar': ['Dark mode'],
  'posts status': ['1', 'planned'],
  'posts delete': ['1', '--yes'],
  'comments list': [],
  'comments show': ['1'],
  'comments hide': ['1'],
  'comments show-again': ['1'],
  'comments remove': ['1'],
  'reports list': [],
  'reports show': ['comment', '1'],
  'reports dismiss': ['comment', '1'],
  'reports remove': ['comment', '1'],
  'reports reopen': ['comment', '1'],
  'roadmap list': [],
  'roadmap add': ['--title', 'x'],
  'roadmap edit': ['1', '--title', 'x'],
  'roadmap remove': ['1', '--yes'],
  'changelog list': [],
  'changelog add': ['--title', 'x', '--content', 'x'],
  'changelog edit': ['1', '--title', 'x'],
  'changelog remove': ['1', '--yes'],
  stats: [],
  'stats daily': [],
  waiting: [],
  'otp stats': [],
  'moderation queue': [],
  'apps list': [],
  'apps show': ['shop'],
  'apps create': ['--slug', 'shop', '--name', 'x', '--platform', 'ios', '--package-name', 'com.example.x'],
  'apps update': ['shop', '--name', 'x'],
  'versions list': ['shop'],
  'versions show': ['shop', '1'],
  'versions adoption': ['shop'],
  'versions health': ['shop'],
  'versions rollout': ['shop', '1', '--percent', '10'],
  'versions halt': ['shop', '1'],
  'versions resume': ['shop', '1'],
  'versions rollback': ['shop', '1'],
  'versions guard': ['shop', '1'],
  'versions publish': ['shop', '--name', '1.0.0', '--code', '1'],
  'versions activate': ['shop', '1'],
  'versions deactivate': ['shop', '1'],
  'versions check': ['shop', '--current', '1.0.0'],
  'maintenance status': ['shop'],
  'maintenance on': ['shop', '--confirm', 'shop'],
  'maintenance schedule': ['shop', '--start', '2h', '--confirm', 'shop'],
  'maintenance edit': ['shop', '1', '--en', 'x'],
  'maintenance cancel': ['shop', '1'],
  'maintenance off': ['shop'],
  'maintenance history': ['shop'],
  'flags list': ['shop'],
  'flags get': ['shop', 'f'],
  'flags types': ['shop'],
  'flags explain': ['shop'],
  'flags create': ['shop', 'f', '--on'],
  'flags set': ['shop', 'f', '--off'],
  'flags enable': ['shop', 'f'],
  'flags disable': ['shop', 'f'],
  'flags delete': ['shop', 'f', '--yes', '--confirm', 'shop'],
  'flags diff': ['shop', 'other'],
  'flags targeting': ['shop', 'f', '--clear', '--yes'],
  'flags rollout': ['shop', 'f', '20', '--yes'],
  'flags schedule': ['shop', 'f', '--clear', '--yes'],
  'flags copy': ['shop', 'other', '--yes'],
  'flags stale': ['shop'],
  'flags changes': ['shop', 'f'],
  'flags undo': ['shop', '1', '--yes'],
  'segments list': ['shop'],
  'segments show': ['shop', 's'],
  'segments create': ['shop', 's', '--when', 'country in SA'],
  'segments set': ['shop', 's', '--name', 'x'],
  'segments delete': ['shop', 's', '--yes'],
  analytics: ['shop'],
  'projects list': [],
  'projects create': ['--name', 'x'],
  'projects show': ['11'],
  'projects set': ['11', '--name', 'x'],
  'operators list': [],
  'operators create': ['--username', 'somebody', '--role', 'staff', '--password-stdin'],
  'operators set': ['1', '--role', 'staff'],
  'operators totp-reset': ['1', '--yes'],
  'webhooks list': [],
  'webhooks show': ['3'],
  'webhooks create': ['https://example.com/hook', '--events', 'review.*'],
  'webhooks update': ['3', '--active'],
  'webhooks remove': ['3', '--yes'],
  'webhooks rotate': ['3'],
  'webhooks test': ['3'],
  'webhooks deliveries': ['3'],
  'webhooks retry': ['3', '41'],
  'test-phones list': [],
  'test-phones add': ['+15550100001', '--code', '123456'],
  'test-phones remove': ['+15550100001', '--yes'],
  'operators unlock': ['4'],
  'users list': [],
  'users show': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users security': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users set-role': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11', 'staff'],
  'users suspend': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users activate': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users unlock': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users revoke-sessions': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users export': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11'],
  'users erase': ['8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11', '--confirm', '4567', '--reason', 'x'],
  'keys list': [],
  'keys create': ['--name', 'x'],
  'keys revoke': ['1', '--yes'],
  audit: [],
  api: ['GET', '/api/v1/reviews'],
};

/** These send no request, have tests of their own for a missing server, or need a terminal. */
const OTHERS = [
  'login',
  'logout',
  'profiles',
  'use',
  'config',
  'doctor',
  'completion',
  'version',
  'open',
  'reviews triage',
  'reports triage',
  'triage',
  'password',
  'totp enable',
  'totp disable',
];

const ERRORS = [
  { status: 401, code: 'token_not_valid', exit: 4 },
  { status: 404, code: 'not_found', exit: 5 },
  { status: 409, code: 'conflict', exit: 6 },
  { status: 429, code: 'throttled', exit: 1 },
];

const PASSWORD = 'a long password\n';

/** Commands that do something with and without a verb. */
const ALONE = ['stats'];

describe('every command', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  const calls = Object.entries(CALLS).map(([name, words]) => [...name.split(' '), ...words]);

  before(async () => {
    fake = await startFakeServer();
    env = { XDG_CONFIG_HOME: await newHome(profileFor(fake.url)) };
  });
  after(() => fake.close());

  const run = (words: readonly string[]): Promise<Outcome> => runCli([...words, '--json'], { env, input: PASSWORD });

  it('is part of the table in this test', async () => {
    const nouns = await commandsOf([]);
    const all = await Promise.all(nouns.map(async (noun) => [noun, await commandsOf([noun])] as const));
    const names = all.flatMap(([noun, verbs]) =>
      verbs.length === 0 ? [noun] : [...(ALONE.includes(noun) ? [noun] : []), ...verbs.map((verb) => `${noun} ${verb}`)],
    );
    assert.deepEqual(names.toSorted(), [...Object.keys(CALLS), ...OTHERS].toSorted());
  });

  it('has a help with examples and the global options', async () => {
    const nouns = await commandsOf([]);
    for (const noun of nouns)
      for (const words of [[noun], ...(await commandsOf([noun])).map((verb) => [noun, verb])]) {
        const { code, stdout } = await runCli([...words, '--help']);
        assert.equal(code, 0, words.join(' '));
        assert.match(stdout, /\nGlobal Options:\n {2}-o, --output /, words.join(' '));
        assert.match(stdout, /\nExamples:\n {2}\S/, words.join(' '));
      }
  });

  for (const { status, code, exit } of ERRORS)
    it(`exits with ${exit} when the server responds with ${status}`, async () => {
      const error = { code, ...(status === 429 ? { available_in: 60 } : {}) };
      fake.respond((response: ServerResponse) => sendError(response, status, error));
      // whoami asks for rights, and a 404 is one of its normal results
      const affected = status === 404 ? calls.filter(([noun]) => noun !== 'whoami') : calls;
      for (const words of affected) {
        const outcome = await run(words);
        assert.deepEqual([outcome.code, JSON.parse(outcome.stdout).error.code], [exit, code], `${words.join(' ')}: ${outcome.stdout}`);
      }
    });

  it('exits with 7 when no server is listening', async () => {
    const gone = await startFakeServer();
    await gone.close();
    const home = { XDG_CONFIG_HOME: await newHome(profileFor(gone.url)) };
    for (const words of calls) {
      const outcome = await runCli([...words, '--json'], { env: home, input: PASSWORD });
      assert.equal(outcome.code, 7, `${words.join(' ')}: ${outcome.stdout}${outcome.stderr}`);
      assert.equal(JSON.parse(outcome.stdout).error.code, 'unreachable', words.join(' '));
    }
  });

  it('exits with 130 after Ctrl-C during a request', async () => {
    for (const words of calls) {
      const interrupted = new AbortController();
      fake.respond(() => interrupted.abort());
      const outcome = await runCli([...words, '--json'], { env, input: PASSWORD, signal: interrupted.signal });
      assert.equal(outcome.code, 130, `${words.join(' ')}: ${outcome.stdout}${outcome.stderr}`);
      assert.equal(JSON.parse(outcome.stdout).error.code, 'interrupted', words.join(' '));
    }
  });
});

function profileFor(url: string): Profile {
  return { url, project: null, username: 'boss', accessToken: 'a', refreshToken: 'r', apiKey: 'k' };
}

/** The names below `Commands:` in a help page. */
async function commandsOf(words: readonly string[]): Promise<string[]> {
  const { stdout } = await runCli([...words, '--help']);
  const listed = /\nCommands:\n((?: {2}.*\n?)+)/.exec(stdout)?.[1] ?? '';
  const names = [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name ?? '');
  return names.filter((name) => name !== 'help');
}
