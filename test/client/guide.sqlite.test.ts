import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { readDocument } from '../support/documents/document.ts';
import { addFlag, type FaultyServer, startFaultyServer } from './support.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/diwan');

describe('the samples of the client guide', () => {
  let place: FaultyServer;
  let folder: string;

  before(async () => {
    execFileSync(process.execPath, [path.join(ROOT, 'client/build.mjs')], { stdio: 'pipe' });
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(path.join(CACHE, 'guide-'));
    place = await startFaultyServer();
    await addFlag(place, { flagKey: 'new_cart', isEnabled: true });
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await place.close();
  });

  it('show each step with the package and by hand', () => {
    const { text, blocks } = readDocument('docs/client-guide.md');
    const parts = text.split(/^(\*\*(?:With the package|By hand)\*\*)$/m);
    const marks = parts.filter((_, index) => index % 2 === 1);
    assert.ok(marks.length >= 30);
    assert.deepEqual(
      marks,
      marks.map((_, index) => (index % 2 === 0 ? '**With the package**' : '**By hand**')),
    );
    for (const [index, mark] of marks.entries()) {
      const [language, other] = mark === '**By hand**' ? ['sh', 'ts'] : ['ts', 'sh'];
      const column = parts[2 * index + 2] ?? '';
      assert.ok(column.startsWith(`\n\n\`\`\`${language}\n`), column.slice(0, 80));
      assert.ok(!column.includes(`\`\`\`${other}\n`), column.slice(0, 80));
    }
    const samples = blocks.filter(({ language, mark }) => language === 'ts' || (language === 'sh' && mark === ''));
    // only an operator makes the app, which both columns use
    assert.equal(samples.length, marks.length + 2);
  });

  it('run in order against a server with the app', async () => {
    const samples = readDocument('docs/client-guide.md').blocks.filter(({ language }) => language === 'ts');
    const text = samples.map((sample) => sample.text).join('\n');
    const here = text.replace('http://localhost:3000', place.url).replace("'souq'", `'${place.app}'`);
    const program = path.join(folder, 'guide.mjs');
    const end = '\nclient.close();\nprocess.exit(0);\n';
    writeFileSync(program, ts.transpile(here + end, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
    assert.deepEqual(stdout.trim().split('\n'), [
      'codes have 6 digits',
      'Hello Noura',
      'signed in as Noura',
      'the phone is now +15550100002',
      'may be restored: true',
      'approved, 4 stars',
      '1 thread',
      '1 vote',
      'subscribed: false',
      '1 author blocked',
      'favorite: true',
      '0 unread',
      'ok from the network, the new cart is on',
      'ok, maintenance: false',
      'OpenFeature: true',
      '0 events wait',
      "validation_error fix_request { rating: 'rating must be at most 5' }",
    ]);
  });
});
