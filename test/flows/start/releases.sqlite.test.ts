import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../server/config/types.ts';
import { readDocument } from '../../support/documents/document.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { buildDist } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { testEnvironment } from '../../support/server.ts';
import { runningWorkersOf, workerAt } from '../support.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const OLD = '1.3.0';
const NEW = '1.4.0';

/** The folder of a release with its own files; only the packages inside its node_modules are shared. */
function install(home: string, version: string): void {
  const folder = path.join(home, 'releases', version);
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  cpSync(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
}

describe('an upgrade with folders of releases', () => {
  let home: string;
  let env: Environment;
  const running = new Set<ChildProcess>();

  before(async () => {
    buildDist();
    home = await temporaryFolder();
    install(home, OLD);
    symlinkSync(`releases/${OLD}`, path.join(home, 'current'));
    env = await testEnvironment({ PORT: String(await freePort()), WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
  });
  after(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  /** As the unit starts it: in the folder that the link names. */
  async function start(): Promise<{ child: ChildProcess; output(): string; end(): Promise<void> }> {
    const cwd = path.join(home, 'current');
    const child = spawn(process.execPath, ['dist/server/index.js'], { cwd, env: { PATH: process.env['PATH'], ...env } });
    running.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
    await until(isReady, () => text);
    const end = async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      running.delete(child);
    };
    return { child, output: () => text, end };
  }

  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${env['PORT']}/readyz`)).ok;

  it('keeps the old release whole until its processes end', async () => {
    const old = await start();
    install(home, NEW);
    const block = readDocument('docs/operations.md').blocks.find(({ mark }) => mark === 'release');
    assert.ok(block !== undefined);
    assert.match(block.text, new RegExp(`version=${NEW}`));
    const typed = spawnSync('bash', ['-euo', 'pipefail', '-c', block.text], {
      env: { PATH: process.env['PATH'], ...env, DIWAN_HOME: home },
      encoding: 'utf8',
    });
    assert.equal(typed.status, 0, typed.stdout + typed.stderr);
    assert.equal(readlinkSync(path.join(home, 'current')), `releases/${NEW}`);

    const victim = workerAt(runningWorkersOf(old), 0);
    process.kill(victim, 'SIGKILL');
    await until(() => runningWorkersOf(old).length === 2 && !runningWorkersOf(old).includes(victim), old.output);
    await until(isReady, old.output);
    assert.deepEqual(releasesOf(old.child), [OLD, OLD]);
    await old.end();

    const fresh = await start();
    rmSync(path.join(home, 'releases', OLD), { recursive: true });
    await until(() => runningWorkersOf(fresh).length === 2, fresh.output);
    assert.deepEqual(releasesOf(fresh.child), [NEW, NEW]);
    assert.ok(await isReady());
    await fresh.end();
  });
});

/** The release in whose folder each worker runs. */
function releasesOf(child: ChildProcess): string[] {
  return runningWorkersOf({ child }).map((pid) => path.basename(readlinkSync(`/proc/${pid}/cwd`)));
}
