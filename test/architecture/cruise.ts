import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BINARY = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
export const CONFIG = path.join(ROOT, '.dependency-cruiser.cjs');

export interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

/** The report of dependency-cruiser, with the rules of this repository, on the tree at `root`. */
export async function cruise(root: string, folders: readonly string[]): Promise<Cruise> {
  const run = promisify(execFile);
  const args = [BINARY, '--config', CONFIG, '--output-type', 'json', ...folders];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Cruise;
}
