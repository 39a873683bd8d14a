import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasNginx, startNginx } from '../support/programs/nginx.ts';
import { alternate, measure, pinProcess, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { benchEnvironment, call } from './setup.ts';

const ROUNDS = 5;
const LOAD = { connections: 16, seconds: 2 };
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Reads that nginx answers from its cache, compared with one Diwan process on the same core. */
export async function benchNginx(): Promise<void> {
  title(`Start-up reads from nginx, without TLS, 16 connections, medians of ${ROUNDS} alternating runs`);
  if (!hasNginx()) {
    figure('not measured: nginx is not installed', '(Debian: nginx-light)');
    return;
  }
  const env = await benchEnvironment(`sqlite:${path.join(mkdtempSync(path.join(tmpdir(), 'diwan-bench-')), 'diwan.sqlite')}`);
  const diwan = await startDiwan(env);
  const app = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };
  await call(diwan.url, env.ADMIN_API_KEY, { path: '/admin/apps', body: app });
  const nginx = await startNginx(Number(env.PORT));
  const workers = childrenOf(nginx.pid);
  for (const pid of [nginx.pid, ...workers]) pinProcess(pid, 0);
  const costs: Record<string, number[]> = { diwan: [], nginx: [] };
  const rate = (name: 'diwan' | 'nginx', url: string, pids: readonly number[]) => async () => {
    const before = cpuSeconds(pids);
    const { rate: answers } = await measure({ ...LOAD, url: `${url}/api/v1/apps/shop/bootstrap?platform=ios&currentVersion=1.0.0` });
    costs[name]?.push((cpuSeconds(pids) - before) / (answers * LOAD.seconds));
    return answers;
  };
  const runs = { diwan: rate('diwan', diwan.url, [diwan.pid]), nginx: rate('nginx', nginx.url, workers) };
  for (const run of Object.values(runs)) await run();
  const { medians, ratio } = await alternate(ROUNDS, runs);
  for (const [name, value] of Object.entries(medians)) {
    figure(`${name}, answers a second`, value.toFixed(0));
    figure(`${name}, microseconds of a core for an answer, at best`, (Math.min(...(costs[name] ?? [])) * 1e6).toFixed(1));
  }
  promise('nginx / diwan', ratio('nginx', 'diwan'), { atLeast: 1.5 });
  await nginx.stop();
  await diwan.stop();
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** The processor time that these processes have used. */
function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}
