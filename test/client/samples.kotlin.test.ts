import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDocument } from '../support/documents/document.ts';

describe('the samples in Kotlin', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-kotlin-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('compile, refresh once and send each event once', () => {
    const samples = readDocument('docs/kotlin-swift.md').blocks.filter(({ language }) => language === 'kotlin');
    assert.equal(samples.length, 2);
    const files = samples.map(({ text }, index) => {
      const file = path.join(folder, `Sample${index}.kt`);
      writeFileSync(file, text);
      return file;
    });
    const jar = path.join(folder, 'samples.jar');
    const sources = [...files, path.join(import.meta.dirname, 'samples.kt')];
    const compiled = spawnSync('kotlinc', [...sources, '-include-runtime', '-d', jar], { encoding: 'utf8' });
    assert.equal(compiled.status, 0, compiled.stderr);
    const { stdout, stderr } = spawnSync('java', ['-jar', jar], { encoding: 'utf8' });
    assert.equal(stdout.trim(), 'ok', stderr);
  });
});
