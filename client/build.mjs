// Builds client/dist: modules for ES2020 and their types, which need nothing of this repository.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '..');
const DIST = path.join(HERE, 'dist');
const CACHE = path.join(ROOT, 'node_modules/.cache/diwan');
const API_TYPES = path.join(ROOT, 'generated/api-types.ts');

mkdirSync(CACHE, { recursive: true });
const work = mkdtempSync(path.join(CACHE, 'client-'));
try {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', path.join(HERE, 'tsconfig.build.json'), '--outDir', work];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The client does not compile: see the errors above.');
  const built = path.join(work, 'client/src');
  // the file has types only, so it is its own declaration
  copyFileSync(API_TYPES, path.join(built, 'api-types.d.ts'));
  for (const entry of readdirSync(built, { recursive: true })) if (entry.endsWith('.d.ts')) makeSelfContained(built, entry);
  rmSync(DIST, { recursive: true, force: true });
  renameSync(built, DIST);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Points the types at the copy, and imports at built files. */
function makeSelfContained(folder, entry) {
  const file = path.join(folder, entry);
  const own = readFileSync(file, 'utf8').replaceAll("'../../generated/api-types.ts'", "'./api-types.js'");
  writeFileSync(file, own.replace(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
}
