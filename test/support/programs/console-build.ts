import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.join(import.meta.dirname, '../../..');
const SOURCE = path.join(ROOT, 'console');
const BUILT = path.join(ROOT, 'dist/console');

/** Brings `dist/console` up to date like `npm run build`. The folder is replaced in one step, so that parallel runs see whole builds. */
export async function buildConsole(): Promise<void> {
  if (isCurrent()) return;
  const own = `${BUILT}.${process.pid}`;
  await build({ root: SOURCE, logLevel: 'error', build: { outDir: own } });
  const old = `${own}.old`;
  if (existsSync(BUILT)) renameSync(BUILT, old);
  if (!existsSync(BUILT)) renameSync(own, BUILT);
  for (const folder of [own, old]) rmSync(folder, { recursive: true, force: true });
}

function isCurrent(): boolean {
  const built = modified(path.join(BUILT, 'index.html'));
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((name) => path.join(SOURCE, name));
  return [...sources, path.join(ROOT, 'package-lock.json')].every((file) => modified(file) < built);
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
