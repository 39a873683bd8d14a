import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { Environment } from '../../../server/config/types.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The file that `diwan` is installed as. */
export const CLI_ENTRY = path.join(ROOT, 'dist/cli/index.js');

/** The folders that tsconfig.build.json includes. */
const BUILT = ['server', 'cli', 'models', 'migrations'];

/** The folders that the build script copies. */
const COPIED = [
  'server/platform/docs/assets',
  'server/platform/docs/vendor',
  'server/controllers/auth/deletion-page/assets',
  'docs',
  'docs/reference',
];

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of `dist/server` as a process, with these variables and the PATH alone. */
export function runCommand(name: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  buildDist();
  return run(process.execPath, [`dist/server/commands/${name}.js`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}

/** Brings `dist/cli` up to date. */
export function buildCli(): void {
  buildDist(['cli']);
}

/**
 * Brings `dist` up to date like `npm run build`, but without a type check: each file compiles alone (isolatedModules), so only changed
 * files are compiled. A file is replaced in one step, so that parallel runs see whole files.
 */
export function buildDist(folders: readonly string[] = BUILT): void {
  copyFiles();
  const stale = folders.flatMap(sources).filter(({ source, target }) => modified(target) <= modified(source));
  if (stale.length === 0) return;
  // tsc would otherwise skip a file that has changed back to the state of its last build
  rmSync(path.join(ROOT, 'dist/.tsbuildinfo'), { force: true });
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: cannotRead };
  const { options } = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.build.json'), {}, host) ?? cannotRead();
  // a single file is compiled without the package.json that makes it a module
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  for (const { source, target } of stale) {
    const { outputText, sourceMapText } = ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions, fileName: source });
    mkdirSync(path.dirname(target), { recursive: true });
    if (sourceMapText !== undefined) put(`${target}.map`, located(sourceMapText, { source, target }));
    put(target, outputText);
  }
}

/** Copies the files of pages, as the build script does. */
function copyFiles(): void {
  for (const folder of COPIED) {
    const target = path.join(ROOT, 'dist', folder);
    mkdirSync(target, { recursive: true });
    for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
      const source = path.join(ROOT, folder, entry.name);
      if (entry.isFile() && modified(path.join(target, entry.name)) < modified(source))
        put(path.join(target, entry.name), readFileSync(source));
    }
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

function put(file: string, text: string | Buffer): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

function cannotRead(): never {
  throw new Error('tsconfig.build.json cannot be read.');
}
