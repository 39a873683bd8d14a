import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './source.ts';

const RUNNER = ['.mocharc.json', 'test/run.mjs', 'test/support/plan.mjs', 'test/support/reporter.ts'];
const PASSES = "describe('a', () => { it('passes', () => {}); });";
const ASKS = "import { url } from '../support/factory.ts';\ndescribe('b', () => { it('has a database', () => url()); });";
/** Lets tests write notes into the folder `notes` and wait for those of other runs. */
const NOTES = `import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
export { url } from './engine.ts';
export const engine = process.env.TEST_ENGINE;
export const note = (name) => { mkdirSync('notes', { recursive: true }); writeFileSync('notes/' + name, ''); };
export const notes = () => existsSync('notes') ? readdirSync('notes') : [];
export const seen = async (name) => { while (!notes().includes(name)) await sleep(10); };`;
const USES_NOTES = "import { engine, note, notes, seen } from './support/notes.ts';";

describe('npm test', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'diwan-runner-'));
    for (const file of RUNNER) cpSync(path.join(ROOT, file), path.join(root, file));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    write({
      'package.json': '{ "type": "module" }',
      'test/support/hooks.ts': "process.on('SIGINT', () => process.exit(130));",
      'test/support/engine.ts': 'export const url = () => {};',
      'test/support/factory.ts': "export { url } from './engine.ts';",
    });
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(texts: Record<string, string>): void {
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), `${text}\n`);
    }
  }

  /** The runner's exit code and output, with an executable that passes for MariaDB. */
  async function run(...args: string[]): Promise<{ code: number | null; lines: string[]; text: string }> {
    return runUntil(() => false, args);
  }

  /** The same, with a Ctrl-C once `isTime` accepts the output. */
  async function runUntil(
    isTime: (text: string) => boolean,
    args: string[] = [],
    more: NodeJS.ProcessEnv = {},
  ): Promise<Awaited<ReturnType<typeof run>>> {
    const env = { ...process.env, TEST_MYSQLD: process.execPath, ...more };
    const child = spawn(process.execPath, [path.join(root, 'test/run.mjs'), ...args], { env });
    let text = '';
    let isInterrupted = false;
    const onData = (chunk: Buffer): void => {
      text += chunk.toString();
      if (isInterrupted || !isTime(text)) return;
      isInterrupted = true;
      child.kill('SIGINT');
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', onData);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, lines: text.trimEnd().split('\n'), text };
  }

  it('runs database tests on every engine and others once', async () => {
    write({
      'test/apps/a.test.ts': PASSES,
      'test/apps/b.test.ts': ASKS,
      'test/apps/c.mariadb.test.ts': PASSES,
      'test/d.sqlite.test.ts': ASKS,
    });
    assert.deepEqual((await run('--list')).lines, [
      'once test/apps/a.test.ts',
      'sqlite only test/d.sqlite.test.ts',
      'mariadb only test/apps/c.mariadb.test.ts',
      'sqlite test/apps/b.test.ts',
      'mariadb test/apps/b.test.ts',
    ]);
    assert.deepEqual((await run('--list', '--engine', 'mariadb', 'test/apps')).lines, [
      'once test/apps/a.test.ts',
      'mariadb only test/apps/c.mariadb.test.ts',
      'mariadb test/apps/b.test.ts',
    ]);
  });

  it('runs serial files after all others on their engines', async () => {
    write({
      'test/apps/a.serial.test.ts': PASSES,
      'test/apps/b.serial.test.ts': ASKS,
      'test/apps/races.serial.test.ts': ASKS,
      'test/apps/c.mariadb.serial.test.ts': PASSES,
      'test/apps/d.test.ts': ASKS,
    });
    assert.deepEqual((await run('--list')).lines, [
      'sqlite test/apps/d.test.ts',
      'mariadb test/apps/d.test.ts',
      'once test/apps/a.serial.test.ts',
      'mariadb only test/apps/c.mariadb.serial.test.ts',
      'sqlite test/apps/races.serial.test.ts',
      'mariadb test/apps/b.serial.test.ts',
      'mariadb test/apps/races.serial.test.ts',
    ]);
    assert.deepEqual((await run('--list', '--engine', 'sqlite', 'test/apps/b.serial.test.ts')).lines, [
      'sqlite test/apps/b.serial.test.ts',
    ]);
  });

  it('spares SQLite long files that MariaDB runs', async () => {
    write({ 'test/auth/users.test.ts': ASKS, 'test/auth/others.test.ts': ASKS });
    assert.deepEqual((await run('--list')).lines, [
      'sqlite test/auth/others.test.ts',
      'mariadb test/auth/others.test.ts',
      'mariadb test/auth/users.test.ts',
    ]);
    assert.deepEqual((await run('--list', '--engine', 'sqlite', 'test/auth/users.test.ts')).lines, ['sqlite test/auth/users.test.ts']);
  });

  it('knows every mark in the name of a file', async () => {
    write({ 'test/a.slite.test.ts': PASSES });
    const { code, lines, text } = await run();
    assert.match(
      text,
      /a\.slite\.test\.ts: "slite" is none of sqlite, mariadb, redis, nginx, chromium, promtool, systemd, kotlin, php, python, go, serial/,
    );
    // the reason goes to the other stream, in any order
    assert.ok(lines.includes('0 passed, 1 failed'));
    assert.notEqual(code, 0);
  });

  it('lists files whose program is missing before the sum', async () => {
    write({ 'test/a.test.ts': PASSES, 'test/b.chromium.test.ts': PASSES });
    const env = { PATH: root, TEST_CHROMIUM: path.join(root, 'missing') };
    const without = await runUntil(() => false, [], env);
    assert.deepEqual(without.lines.slice(-2), ['LEFT OUT: test/b.chromium.test.ts needs chromium', '1 passed, 0 failed']);
    assert.match(without.text, /^chromium no, chromium was not found$/m);
    const withIt = await runUntil(() => false, [], { ...env, TEST_CHROMIUM: process.execPath });
    assert.equal(withIt.lines.at(-1), '2 passed, 0 failed');
    assert.equal(withIt.text.includes('LEFT OUT'), false);
  });

  it('runs engines side by side, then their serial files', async () => {
    write({
      'test/support/notes.ts': NOTES,
      'test/a.test.ts': `${USES_NOTES}
        const other = { sqlite: 'mariadb', mariadb: 'sqlite' }[engine];
        it('meets the other', async () => {
          for (const turn of [1, 2, 3]) {
            console.log(engine + ' writes ' + turn);
            note(engine + turn);
            await seen(other + turn);
          }
        });
        it('takes its time', async () => {
          await new Promise((resolve) => setTimeout(resolve, engine === 'sqlite' ? 1_000 : 0));
          note(engine + ' ended');
        });`,
      'test/apps/races.serial.test.ts': `import { engine, note, notes } from '../support/notes.ts'; it('follows all others, without the other engine', async () => {
        const ended = notes().filter((name) => name.endsWith('ended'));
        if (ended.length !== 2) throw new Error(ended.join());
        note(engine + ' serial');
        await new Promise((resolve) => setTimeout(resolve, 100));
        const others = notes().filter((name) => name.endsWith('serial') && !name.startsWith(engine));
        if (others.length !== notes().filter((name) => name.endsWith('over')).length) throw new Error(notes().join());
        note(engine + ' is over');
      });`,
      'test/c.test.ts': PASSES,
    });
    const { code, lines, text } = await run('--timeout', '15000');
    assert.equal(lines.at(-1), '7 passed, 0 failed', text);
    assert.equal(code, 0);
    assert.deepEqual(
      lines.filter((line) => line.includes(' writes ')),
      ['mariadb', 'sqlite'].flatMap((engine) => [1, 2, 3].map((turn) => `${engine} writes ${turn}`)),
    );
  });

  it('cuts a long run into parts and adds them', async () => {
    write(Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`test/a${index}.test.ts`, PASSES])));
    const { lines, text } = await run();
    for (const part of ['once 1/2: 31 passed, 0 failed', 'once 2/2: 30 passed, 0 failed']) assert.ok(text.includes(part), text);
    assert.equal(lines.at(-1), '61 passed, 0 failed');
  });

  it('shows and counts what fails on one engine', async () => {
    for (const failing of ['sqlite', 'mariadb']) {
      write({
        'test/support/notes.ts': NOTES,
        'test/a.test.ts': `${USES_NOTES} ${PASSES} if (engine === '${failing}') {
          it('holds', () => { throw new Error('broken on ' + engine); });
          it('is to be written');
        }`,
      });
      const { code, lines, text } = await run();
      assert.equal(lines.at(-1), '2 passed, 2 failed');
      assert.ok(lines.slice(-3).includes(`${failing}: test/a.test.ts: holds: Error: broken on ${failing}`), text);
      assert.match(text, new RegExp(`broken on ${failing}[^]*== ${failing}: 1 passed, 2 failed in`));
      assert.notEqual(code, 0);
    }
  });

  it('runs two serial files of browsers at a time', async () => {
    const meets = (other: string, own: string) =>
      `${USES_NOTES} it('meets another', async () => { if (!notes().includes('alone')) throw new Error(); note('${own}'); await seen('${other}'); });`;
    write({
      'test/support/notes.ts': NOTES,
      'test/a.chromium.sqlite.serial.test.ts': meets('b', 'a'),
      'test/b.chromium.sqlite.serial.test.ts': meets('a', 'b'),
      'test/c.sqlite.serial.test.ts': `${USES_NOTES} it('is alone', () => { if (notes().length > 0) throw new Error(); note('alone'); });`,
    });
    const { lines, text } = await runUntil(() => false, ['--timeout', '15000'], { TEST_CHROMIUM: process.execPath });
    assert.equal(lines.at(-1), '3 passed, 0 failed', text);
  });

  it('ends with Ctrl-C on every engine before serial files', async () => {
    write({
      'test/support/notes.ts': NOTES,
      'test/a.test.ts': `${USES_NOTES} it('ends', () => {}); it('does not end', async () => {
        note(engine);
        await Promise.all([seen('sqlite'), seen('mariadb')]);
        console.log('both are there');
        await seen('the end');
      });`,
      'test/b.serial.test.ts': `${USES_NOTES} it('is serial', () => note('serial'));`,
    });
    const { code, lines, text } = await runUntil((so) => so.includes('both are there'), ['--timeout', '30000']);
    assert.equal(lines.at(-1), '2 passed, 0 failed, interrupted', text);
    assert.equal(code, 130);
    assert.equal(text.includes('serial'), false);
  });

  it('fails with a file that does not load', async () => {
    write({ 'test/a.test.ts': "import './nowhere.ts';", 'test/b.test.ts': PASSES });
    const { code, lines, text } = await run();
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.match(text, /before it could count/);
    assert.match(lines.at(-2) ?? '', /^once: Mocha ended with code \d+ before/);
    assert.notEqual(code, 0);
  });

  it('fails with an exit code that hides behind passing tests', async () => {
    write({ 'test/a.test.ts': `${PASSES} process.on('exit', () => { process.exitCode = 7; process.reallyExit(7); });` });
    const { code, lines } = await run();
    assert.equal(lines.at(-1), '1 passed, 1 failed');
    assert.equal(code, 7);
  });

  it('fails when no test ran at all', async () => {
    write({ 'test/a.test.ts': PASSES });
    const { code, lines } = await run('--grep', 'nothing is called this');
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.notEqual(code, 0);
  });
});
