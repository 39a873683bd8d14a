import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { Environment } from '../../server/config/types.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What `diwan` is installed as. */
export const CLI_ENTRY = path.join(ROOT, 'dist/cli/index.js');

/** What tsconfig.build.json includes. */
const BUILT = ['server', 'cli', 'models', 'migrations'];

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of `dist/server` as a process of its own, with no variables but these and the PATH. */
export function runCommand(name: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  buildDist();
  return run(process.execPath, [`dist/server/${name}.js`, ...args], { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}

/** Brings `dist/cli` up to date. */
export function buildCli(): void {
  buildDist(['cli']);
}

/**
 * Brings `dist` up to date, as `npm run build` would make it, without its types: each file stands for itself (isolatedModules), so only
 * those that changed are made. After a build there is nothing to do. A file changes in one step, so runs beside this one see whole files.
 */
export function buildDist(folders: readonly string[] = BUILT): void {
  const stale = folders.flatMap(sources).filter(({ source, target }) => modified(target) <= modified(source));
  if (stale.length === 0) return;
  // what tsc remembers of its last build is true no more: it would leave a file alone that is again as it was then
  rmSync(path.join(ROOT, 'dist/.tsbuildinfo'), { force: true });
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: cannotRead };
  const { options } = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.build.json'), {}, host) ?? cannotRead();
  // alone, a file does not see that package.json makes it a module
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  for (const { source, target } of stale) {
    const { outputText, sourceMapText } = ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions, fileName: source });
    mkdirSync(path.dirname(target), { recursive: true });
    if (sourceMapText !== undefined) put(`${target}.map`, located(sourceMapText, { source, target }));
    put(target, outputText);
  }
}

interface Pair {
  readonly source: string;
  readonly target: string;
}

function sources(folder: string): Pair[] {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => ({
    source: path.join(ROOT, folder, file),
    target: path.join(ROOT, 'dist', folder, file.replace(/\.ts$/, '.js')),
  }));
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A map that names its source as tsc does: coverage follows it. */
function located(map: string, { source, target }: Pair): string {
  return JSON.stringify({ ...(JSON.parse(map) as object), sources: [path.relative(path.dirname(target), source)] });
}

function put(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

function cannotRead(): never {
  throw new Error('tsconfig.build.json cannot be read.');
}
