import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { admin } from '../support/client.ts';
import { CLI_ENTRY } from '../support/dist.ts';
import { startOnTerminal } from '../support/terminal.ts';
import { startFakeServer } from './fake-server.ts';
import { byTwos, type Cli, newHome, runCli, startCliServer, successOf } from './support.ts';

const run = promisify(execFile);
const APP = { name: 'Shop', platform: 'both', packageName: 'com.example.shop' };

/** The word that is typed comes last. */
const CASES: readonly (readonly [words: readonly string[], wanted: readonly string[]])[] = [
  [['revi'], ['reviews']],
  [['reviews', 'a'], ['approve']],
  [['reviews', 'list', '--sta'], ['--status']],
  [
    ['reviews', 'list', '--status', ''],
    ['pending', 'approved', 'rejected'],
  ],
  [['--json', 'reviews', 'list', '--status', 'r'], ['rejected']],
  [
    ['apps', 'show', ''],
    ['shop', 'souq'],
  ],
  [['apps', 'show', 'so'], ['souq']],
  [
    ['flags', 'get', 'shop', ''],
    ['dark_mode', 'new.cart'],
  ],
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
    for (const flagKey of ['new.cart', 'dark_mode']) await admin(cli.server).post('/admin/apps/shop/features', { flagKey }).expect(201);
    const bin = path.join(cli.home, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'diwan'), `#!/bin/sh\nexec "${process.execPath}" "${CLI_ENTRY}" "$@"\n`, { mode: 0o755 });
    env = { PATH: `${bin}:${process.env['PATH']}`, XDG_CONFIG_HOME: cli.home, HOME: cli.home, LANG: 'C.UTF-8' };
  });
  after(() => cli.close());

  it('knows commands, options, choices, apps, flags and profiles', async () => {
    await byTwos(CASES, async ([words, wanted]) => {
      const { stdout } = successOf(await cli.run(['__complete', '--', ...words]));
      const found = stdout.split('\n').filter((line) => line !== '');
      assert.deepEqual(
        found.map((line) => line.split('\t')[0]),
        wanted,
        words.join(' '),
      );
    });
    assert.match((await cli.run(['__complete', '--', 'revi'])).stdout, /^reviews\tread and moderate reviews\n$/);
  });

  it('is silent about whatever fails, and does not wait', async () => {
    const fake = await startFakeServer();
    fake.answer(() => {});
    const homes = [await newHome(), await newHome({ ...cli.profile, url: fake.url }), await newHome({ ...cli.profile, apiKey: 'dk_0_x' })];
    await byTwos(homes, async (home) => {
      const outcome = await runCli(['__complete', '--', 'apps', 'show', ''], { env: { XDG_CONFIG_HOME: home } });
      assert.deepEqual(outcome, { code: 0, stdout: '', stderr: '' });
    });
    assert.deepEqual(fake.asked, ['GET /api/v1/admin/apps']);
    await fake.close();
  });

  it('gives a script for bash, zsh and fish alone', async () => {
    assert.equal((await cli.run(['completion', 'tcsh'])).code, 2);
  });

  it('completes in bash', async () => {
    const script = (words: readonly string[]): string =>
      `source <(diwan completion bash); COMP_WORDS=(diwan ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _diwan; printf '%s\\n' "\${COMPREPLY[@]}"`;
    await byTwos(CASES.slice(0, 6), async ([words, wanted]) => {
      const { stdout } = await run('bash', ['--norc', '-c', script(words)], { env });
      assert.deepEqual(stdout.trimEnd().split('\n'), wanted);
    });
    const file = await run('bash', ['--norc', '-c', script(['api', 'PUT', '/x', '--data', '@READ'])], {
      env,
      cwd: path.join(import.meta.dirname, '../..'),
    });
    assert.equal(file.stdout, '@README.md\n');
    const terminal = startOnTerminal(['bash', '--norc', '--noprofile', '-i'], { env });
    terminal.press('source <(diwan completion bash)\r');
    terminal.press('diwan flags get sh\tnew\t--jso\t\r');
    await terminal.expect('"flagKey": "new.cart"');
    terminal.press('exit\r');
    assert.equal((await terminal.ended()).code, 0);
  });

  if (isInstalled('fish'))
    it('completes in fish', async () => {
      await byTwos(CASES.slice(0, 6), async ([words, wanted]) => {
        const script = `diwan completion fish | source; complete -C 'diwan ${words.join(' ')}'`;
        const { stdout } = await run('fish', ['--no-config', '-c', script], { env });
        assert.deepEqual(
          stdout
            .trimEnd()
            .split('\n')
            .map((line) => line.split('\t')[0])
            .sort(),
          [...wanted].sort(),
        );
      });
    });

  if (isInstalled('zsh'))
    it('completes in zsh', async () => {
      const terminal = startOnTerminal(['zsh', '-f', '-i'], { env });
      terminal.press('autoload -Uz compinit; compinit -u -D; source <(diwan completion zsh); echo sourced=yes\r');
      await terminal.expect('sourced=yes\n');
      terminal.press('diwan flags get sh\tnew\t--jso\t\r');
      await terminal.expect('"flagKey": "new.cart"');
      terminal.press('exit\r');
      assert.equal((await terminal.ended()).code, 0, terminal.text());
    });
});

/** bash is everywhere; the other two are tested where they are. */
function isInstalled(shell: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(path.join(folder, shell)));
}
