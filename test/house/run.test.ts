import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './source.ts';

const RUNNER = ['.mocharc.json', 'test/run.mjs', 'test/support/plan.mjs', 'test/support/reporter.ts'];
const PASSES = "describe('a', () => { it('passes', () => {}); });";
const ASKS = "import { url } from '../support/factory.ts';\ndescribe('b', () => { it('has a database', () => url()); });";

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
    const env = { ...process.env, TEST_MYSQLD: process.execPath };
    const child = spawn(process.execPath, [path.join(root, 'test/run.mjs'), ...args], { env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
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
      'sqlite test/apps/b.test.ts',
      'sqlite test/d.sqlite.test.ts',
      'mariadb test/apps/a.test.ts',
      'mariadb test/apps/b.test.ts',
      'mariadb test/apps/c.mariadb.test.ts',
    ]);
    assert.deepEqual((await run('--list', '--engine', 'sqlite', 'test/apps')).lines, [
      'sqlite test/apps/a.test.ts',
      'sqlite test/apps/b.test.ts',
    ]);
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
