import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildCli, CLI_ENTRY } from '../../support/programs/dist.ts';
import { startOnTerminal } from '../../support/programs/terminal.ts';
import { admin } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { runCli } from '../support/in-process.ts';
import { successOf } from '../support/outcome.ts';

const run = promisify(execFile);
const APP = { name: 'Shop', platform: 'both', packageName: 'com.example.shop' };

/** Words of the shell, the one being typed last, and the candidates for it. */
type Case = readonly [words: readonly string[], candidates: readonly string[]];

/** The shells start one process per case, so they run only these. */
const SHELL_CASES: readonly Case[] = [
  [
    ['reviews', 'list', '--status', ''],
    ['pending', 'approved', 'rejected'],
  ],
  [
    ['apps', 'show', ''],
    ['shop', 'souq'],
  ],
];

const CASES: readonly Case[] = [
  ...SHELL_CASES,
  [['reviews', 'list', '--sta'], ['--status']],
  [['revi'], ['reviews']],
  [['reviews', 'a'], ['approve']],
  [
    ['reports', 're'],
    ['remove', 'reopen'],
  ],
  [['reports', 'show', 'c'], ['comment']],
  [['comments', 'list', '--si'], ['--since']],
  [['posts', 'list', '--moderation', 'p'], ['pending']],
  [['--json', 'reviews', 'list', '--status', 'r'], ['rejected']],
  [['apps', 'show', 'so'], ['souq']],
  [
    ['flags', 'get', 'shop', ''],
    ['dark_mode', 'new.cart'],
  ],
  [['flags', 'rollout', 'shop', 'new.cart', '50', '--rule', ''], ['staff']],
  [['flags', 'diff', 'shop', 'so'], ['souq']],
  [['flags', 'copy', 'shop', 'souq', '--keys', 'new'], ['new.cart']],
  [['segments', 'show', 'shop', ''], ['gulf']],
  [['maintenance', 'on', 'shop', '--testers-segment', ''], ['gulf']],
  [['maintenance', 'on', 'shop', '--confirm', ''], ['shop']],
  [['use', ''], ['default']],
  [['apps', 'list', '--profile', 'd'], ['default']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['apps', 'show', 'shop', ''], []],
  [['nothing', 'like', 'it'], []],
];

describe('completion', () => {
  let cli: Cli;
  let env: Record<string, string>;
  before(async () => {
    cli = await startCliServer();
    for (const slug of ['shop', 'souq'])
      await admin(cli.server)
        .post('/admin/apps', { ...APP, slug })
        .expect(201);
    const targeting = { rules: [{ id: 'staff' }] };
    for (const flagKey of ['new.cart', 'dark_mode'])
      await admin(cli.server).post('/admin/apps/shop/features', { flagKey, targeting }).expect(201);
    const conditions = [{ attribute: 'country', operator: 'in', values: ['SA'] }];
    await admin(cli.server).post('/admin/apps/shop/segments', { key: 'gulf', conditions }).expect(201);
    const bin = path.join(cli.home, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'diwan'), `#!/bin/sh\nexec "${process.execPath}" "${CLI_ENTRY}" "$@"\n`, { mode: 0o755 });
    env = { PATH: `${bin}:${process.env['PATH']}`, XDG_CONFIG_HOME: cli.home, HOME: cli.home, LANG: 'C.UTF-8' };
    buildCli();
  });
  after(() => cli.close());

  it('completes commands, options, choices, apps, flags and profiles', async () => {
    for (const [words, candidates] of CASES) {
      const { stdout } = successOf(await cli.run(['__complete', '--', ...words]));
      const lines = stdout.split('\n').filter((line) => line !== '');
      assert.deepEqual(
        lines.map((line) => line.split('\t')[0]),
        candidates,
        words.join(' '),
      );
    }
    assert.match((await cli.run(['__complete', '--', 'revi'])).stdout, /^reviews\tread and moderate reviews\n$/);
  });

  it('stays silent about failures and slow servers', async () => {
    const fake = await startFakeServer();
    fake.respond(() => {});
    const homes = [await newHome(), await newHome({ ...cli.profile, url: fake.url }), await newHome({ ...cli.profile, apiKey: 'dk_0_x' })];
    for (const home of homes) {
      const outcome = await runCli(['__complete', '--', 'apps', 'show', ''], { env: { XDG_CONFIG_HOME: home } });
      assert.deepEqual(outcome, { code: 0, stdout: '', stderr: '' });
    }
    assert.deepEqual(fake.requests, ['GET /api/v1/admin/apps']);
    await fake.close();
  });

  it('refuses a shell that it does not support', async () => {
    assert.equal((await cli.run(['completion', 'tcsh'])).code, 2);
  });

  it('completes words and file names in bash', async () => {
    const script = (words: readonly string[]): string =>
      `COMP_WORDS=(diwan ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _diwan; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const cases = [...SHELL_CASES, [['api', 'PUT', '/x', '--data', '@READ'], ['@README.md']] as const];
    const all = ['source <(diwan completion bash)', ...cases.map(([words]) => script(words))].join('\n');
    const { stdout } = await run('bash', ['--norc', '-c', all], { env, cwd: path.join(import.meta.dirname, '../../..') });
    assert.deepEqual(
      stdout.trimEnd().split('\n'),
      cases.flatMap(([, candidates]) => candidates),
    );
  });

  it('completes words on a terminal in bash', async () => {
    const terminal = startOnTerminal(['bash', '--norc', '--noprofile', '-i'], { env });
    terminal.press('source <(diwan completion bash)\r');
    terminal.press('diwan flags get shop new\t--jso\t\r');
    await terminal.expect('"flagKey": "new.cart"');
    terminal.press('exit\r');
    assert.equal((await terminal.ended()).code, 0);
  });

  if (isInstalled('fish'))
    it('completes words with explanations in fish', async () => {
      for (const [words, candidates] of SHELL_CASES) {
        const script = `diwan completion fish | source; complete -C 'diwan ${words.join(' ')}'`;
        const { stdout } = await run('fish', ['--no-config', '-c', script], { env });
        const lines = stdout.trimEnd().split('\n');
        assert.deepEqual(lines.map((line) => line.split('\t')[0]).sort(), [...candidates].sort());
      }
    });

  if (isInstalled('zsh'))
    it('completes words on a terminal in zsh', async () => {
      const terminal = startOnTerminal(['zsh', '-f', '-i'], { env });
      terminal.press('autoload -Uz compinit; compinit -u -D; source <(diwan completion zsh); echo sourced=yes\r');
      await terminal.expect('sourced=yes\n');
      terminal.press('diwan flags get shop new\t--jso\t\r');
      await terminal.expect('"flagKey": "new.cart"');
      terminal.press('exit\r');
      assert.equal((await terminal.ended()).code, 0, terminal.text());
    });
});

/** bash is always installed; fish and zsh are tested where they are. */
function isInstalled(shell: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(path.join(folder, shell)));
}
