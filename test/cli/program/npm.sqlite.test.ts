import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildCli } from '../../support/programs/dist.ts';
import { newHome } from '../support/home.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const VERSION = /^\d+\.\d+\.\d+\n$/;
const run = promisify(execFile);

describe('diwan in a checkout', () => {
  const shell = async () => ({
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: await newHome(), npm_config_update_notifier: 'false', npm_config_ignore_scripts: 'true' },
  });

  it('starts with npx after a build', async () => {
    buildCli();
    // the first npx links the package into the cache of npm and would build it again without ignore_scripts
    assert.match((await run('npx', ['--offline', 'diwan', '--version'], await shell())).stdout, VERSION);
  });

  it('starts with npm run without a build', async () => {
    assert.match((await run('npm', ['run', '--silent', 'diwan', '--', '--version'], await shell())).stdout, VERSION);
  });
});
