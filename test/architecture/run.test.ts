import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './source.ts';

const RUNNER = ['.mocharc.json', 'test/run.mjs', 'test/support/plan.mjs', 'test/support/reporter.ts'];
const PASSES = "describe('a', () => { it('passes', () => {}); });";
const ASKS = "import { url } from '../support/factory.ts';\ndescribe('b', () => { it('has a database', () => url()); });";
/** Tests that leave notes in the folder `notes`, and wait for those of other runs. */
const NOTES = `import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
export { url } from './engine.ts';
export const engine = process.env.TEST_ENGINE;
export const note = (name) => { mkdirSync('notes', { recursive: true }); writeFileSync('notes/' + name, ''); };
export const notes = () => existsSync('notes') ? readdirSync('notes') : [];
export const seen = async (name) => { while (!notes().includes(name)) await sleep(10); };`;
const USES_NOTES = "import { engine, note, notes, seen } from './support/notes.ts';";

describe('npm test', function () {
  this.timeout(60_000); // several processes a test
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'diwan-runner-'));
    for (const file of RUNNER) cpSync(path.join(ROOT, file), path.join(root, file));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    write({
      'package.json': '{ "type": "module" }',
      'test/support/hooks.ts': 'export {};',
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

  /** The runner's exit code and what it printed, with an executable that passes for MariaDB. */
  async function run(...args: string[]): Promise<{ code: number | null; lines: string[]; text: string }> {
    return runUntil(() => false, args);
  }

  /** The same, with a Ctrl-C once its output is as `isTime` wants it. */
  async function runUntil(isTime: (text: string) => boolean, args: string[] = []): Promise<Awaited<ReturnType<typeof run>>> {
    const env = { ...process.env, TEST_MYSQLD: process.execPath };
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

  it('runs on every engine what asks for a database, and the rest once', async () => {
    write({
      'test/apps/a.test.ts': PASSES,
      'test/apps/b.test.ts': ASKS,
      'test/apps/c.mariadb.test.ts': PASSES,
      'test/d.sqlite.test.ts': ASKS,
    });
    assert.deepEqual((await run('--list')).lines, [
      'once test/apps/a.test.ts',
      'once test/d.sqlite.test.ts',
      'sqlite test/apps/b.test.ts',
      'mariadb test/apps/b.test.ts',
      'mariadb test/apps/c.mariadb.test.ts',
    ]);
    assert.deepEqual((await run('--list', '--engine', 'mariadb', 'test/apps')).lines, [
      'once test/apps/a.test.ts',
      'mariadb test/apps/b.test.ts',
      'mariadb test/apps/c.mariadb.test.ts',
    ]);
  });

  it('runs quiet files after all others, on the engines that they ask for', async () => {
    write({
      'test/apps/a.quiet.test.ts': PASSES,
      'test/apps/b.quiet.test.ts': ASKS,
      'test/apps/c.mariadb.quiet.test.ts': PASSES,
      'test/apps/d.test.ts': ASKS,
    });
    assert.deepEqual((await run('--list')).lines, [
      'sqlite test/apps/d.test.ts',
      'mariadb test/apps/d.test.ts',
      'once test/apps/a.quiet.test.ts',
      'sqlite test/apps/b.quiet.test.ts',
      'mariadb test/apps/b.quiet.test.ts',
      'mariadb test/apps/c.mariadb.quiet.test.ts',
    ]);
  });

  it('knows every mark in the name of a file', async () => {
    write({ 'test/a.slite.test.ts': PASSES });
    const { code, lines, text } = await run();
    assert.match(text, /a\.slite\.test\.ts: "slite" is none of sqlite, mariadb, redis, quiet/);
    // the reason goes to the other stream: either may be read first
    assert.ok(lines.includes('0 passed, 1 failed'));
    assert.notEqual(code, 0);
  });

  it('runs the engines at the same time, and shows what they write one after the other', async () => {
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
        });`,
    });
    const { code, lines } = await run('--timeout', '15000');
    assert.equal(lines.at(-1), '2 passed, 0 failed');
    assert.equal(code, 0);
    assert.deepEqual(
      lines.filter((line) => line.includes(' writes ')),
      ['mariadb', 'sqlite'].flatMap((engine) => [1, 2, 3].map((turn) => `${engine} writes ${turn}`)),
    );
  });

  it('leaves quiet files alone', async () => {
    write({
      'test/support/notes.ts': NOTES,
      'test/a.test.ts': `${USES_NOTES} it('takes its time', async () => {
        await new Promise((resolve) => setTimeout(resolve, engine === 'sqlite' ? 1_500 : 0));
        note(engine + ' ended');
      });`,
      'test/b.quiet.test.ts': `${USES_NOTES} it('is alone', async () => {
        const ended = ['mariadb ended', 'sqlite ended'];
        if (engine === 'mariadb') ended.push('sqlite quiet ended');
        if (notes().sort().join() !== ended.sort().join()) throw new Error(notes().join());
        await new Promise((resolve) => setTimeout(resolve, 500));
        note(engine + ' quiet ended');
      });`,
    });
    const { code, lines, text } = await run();
    assert.equal(lines.at(-1), '4 passed, 0 failed', text);
    assert.equal(code, 0);
  });

  it('shows and counts what fails on one engine', async () => {
    for (const failing of ['sqlite', 'mariadb']) {
      write({
        'test/support/notes.ts': NOTES,
        'test/a.test.ts': `${USES_NOTES} it('holds', () => { if (engine === '${failing}') throw new Error('broken on ' + engine); });`,
      });
      const { code, lines, text } = await run();
      assert.equal(lines.at(-1), '1 passed, 1 failed');
      assert.equal(lines.at(-2), `${failing}: test/a.test.ts: holds: Error: broken on ${failing}`);
      assert.match(text, new RegExp(`broken on ${failing}[^]*== ${failing}: 0 passed, 1 failed in`));
      assert.notEqual(code, 0);
    }
  });

  it('ends with Ctrl-C, on every engine, and starts no quiet file', async () => {
    write({
      'test/support/notes.ts': NOTES,
      'test/a.test.ts': `${USES_NOTES} it('does not end', async () => {
        note(engine);
        await Promise.all([seen('sqlite'), seen('mariadb')]);
        console.log('both are there');
        await seen('the end');
      });`,
      'test/b.quiet.test.ts': `${USES_NOTES} it('is quiet', () => note('quiet'));`,
    });
    const { code, lines, text } = await runUntil((so) => so.includes('both are there'), ['--timeout', '30000']);
    assert.equal(lines.at(-1), '0 passed, 2 failed', text);
    assert.equal(code, 130);
    assert.equal(text.includes('quiet'), false);
  });

  it('ends with the sum of all runs', async () => {
    write({ 'test/apps/a.test.ts': PASSES, 'test/apps/b.test.ts': ASKS });
    const { code, lines } = await run();
    assert.equal(lines.at(-1), '3 passed, 0 failed');
    assert.equal(code, 0);
  });

  it('fails with a failing test, and with one left out', async () => {
    write({ 'test/a.test.ts': `${PASSES} it('fails', () => { throw new Error('x'); }); it('is to be written');` });
    const { code, lines } = await run();
    assert.equal(lines.at(-1), '1 passed, 2 failed');
    assert.notEqual(code, 0);
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

  it('fails when nothing ran', async () => {
    write({ 'test/a.test.ts': PASSES });
    const { code, lines } = await run('--grep', 'nothing is called this');
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.notEqual(code, 0);
  });
});
