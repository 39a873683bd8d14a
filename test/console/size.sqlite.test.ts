import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildConsole } from '../support/programs/console-build.ts';

const BUILT = path.join(import.meta.dirname, '../../dist/console');
const KIB = 1_024;
const FIRST_LOAD = 135 * KIB;
const ROUTE = 60 * KIB;
const TEXTS = 24 * KIB;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  /** Those of the first page are the screens; others, such as a form, are loaded when they open. */
  readonly dynamicImports?: readonly string[];
}

describe('the size of the console', () => {
  let chunks: Readonly<Record<string, Chunk>>;

  before(async () => {
    await buildConsole();
    chunks = JSON.parse(readFileSync(path.join(BUILT, '.vite/manifest.json'), 'utf8'));
  });

  /** The scripts that these sources need at once. */
  function filesOf(...names: readonly string[]): Set<string> {
    const files = new Set<string>();
    const visit = (name: string): void => {
      const chunk = chunks[name];
      assert.ok(chunk, name);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    for (const name of names) visit(name);
    return files;
  }

  const sizeOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + statSync(path.join(BUILT, `${file}.gz`)).size, 0);

  const firstLoad = (language: string): Set<string> => filesOf('index.html', `i18n/${language}/first.ts`, 'screens/today/today.tsx');

  for (const language of ['en', 'ar'])
    it(`loads at most 135 kB of script first in ${language}`, () => {
      const size = sizeOf(firstLoad(language));
      assert.ok(size <= FIRST_LOAD, `${size} bytes`);
    });

  it('loads at most 60 kB for each screen', () => {
    const first = firstLoad('ar');
    const screens = (chunks['index.html']?.dynamicImports ?? []).filter((name) => name.startsWith('screens/'));
    assert.ok(screens.length > 15);
    for (const screen of screens) {
      const frame = `${screen.split('/').slice(0, 2).join('/')}/frame.tsx`;
      const files = filesOf(screen, ...(frame in chunks ? [frame] : []));
      const size = sizeOf([...files].filter((file) => !first.has(file)));
      assert.ok(size <= ROUTE, `${screen}: ${size} bytes`);
    }
  });

  for (const language of ['en', 'ar'])
    it(`loads at most 24 kB of texts in ${language}`, () => {
      const first = firstLoad(language);
      const size = sizeOf([...filesOf(`i18n/${language}.ts`)].filter((file) => !first.has(file)));
      assert.ok(size <= TEXTS, `${size} bytes`);
    });
});
