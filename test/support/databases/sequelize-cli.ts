import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../../../server/config/types.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Runs a command of sequelize-cli, such as `db:migrate`, with these variables and the PATH alone. Rejects when it fails. */
export async function sequelizeCli(env: Environment, command: string): Promise<void> {
  const args = ['node_modules/sequelize-cli/lib/sequelize', command];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env } });
}
