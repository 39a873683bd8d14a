import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages by name with their exact versions; the first one is the peer. */
export type Packages = Readonly<Record<string, string>>;

/**
 * Installs a peer into a cache folder outside the project, unless this version is there already. Resolves to the folder of its
 * `node_modules`.
 */
export function installPeer(packages: Packages): string {
  const [[name = '', version] = []] = Object.entries(packages);
  const folder = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'diwan-bench', `${name}-${version}`);
  const modules = path.join(folder, 'node_modules');
  if (installedVersion(modules, name) === version) return modules;
  mkdirSync(folder, { recursive: true });
  console.log(`\nInstalling ${name} ${version} into ${folder}`);
  const specifiers = Object.entries(packages).map(([each, exact]) => `${each}@${exact}`);
  const command = ['install', '--prefix', folder, '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', ...specifiers];
  execFileSync('npm', command, { stdio: 'inherit' });
  return modules;
}

function installedVersion(modules: string, name: string): string | null {
  const file = path.join(modules, name, 'package.json');
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Imports a module of an installed peer. */
export async function importPeer<T>(modules: string, name: string): Promise<T> {
  const file = createRequire(path.join(modules, 'bench.js')).resolve(name);
  return (await import(pathToFileURL(file).href)) as T;
}
