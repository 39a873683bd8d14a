import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../../server/config/types.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm run recount` as a process of its own. */
export function recount(args: readonly string[], env: Environment): Promise<Ended> {
  return run(process.execPath, ['--import', 'tsx', 'server/recount.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}
