import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/engine.ts';
import { replaced, startBalancingNginx } from '../support/programs/nginx.ts';
import { until } from '../support/programs/process.ts';
import { freePort } from '../support/programs/redis.ts';
import { findProgram } from './servers.ts';

export interface Balancing {
  readonly url: string;
  stop(): Promise<void>;
}

const CONFIG = path.join(import.meta.dirname, '../../deploy/haproxy/api.cfg');

/** Starts HAProxy with `deploy/haproxy/api.cfg`, without TLS, in front of servers on these ports. */
export async function startBalancingHaproxy(ports: readonly number[], checkSeconds: number): Promise<Balancing> {
  const port = await freePort();
  const places: [from: string, to: string][] = [
    ['bind :443 ssl crt /etc/ssl/diwan/api.pem', `bind 127.0.0.1:${port}`],
    ['inter 5s', `inter ${checkSeconds}s`],
    ['log stdout format raw local0', ''],
    ...ports.map((at, index): [string, string] => [`10.0.0.${index + 1}:3000`, `127.0.0.1:${at}`]),
  ];
  let config = readFileSync(CONFIG, 'utf8');
  for (const [from, to] of places) config = replaced(config, from, to);
  const file = path.join(await temporaryFolder(), 'api.cfg');
  writeFileSync(file, config);
  const child = spawn(findProgram('haproxy') ?? '', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => child.exitCode !== null || (await fetch(`${url}/healthz`)).ok,
    () => complaints,
  );
  if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${complaints}`);
  return {
    url,
    async stop() {
      process.off('exit', kill);
      const gone = once(child, 'exit');
      kill();
      await gone;
    },
  };
}

/** Starts nginx with `deploy/nginx/api.conf`, which leaves out a failed process for so many seconds. */
export function startNginx(ports: readonly number[], failSeconds: number): Promise<Balancing> {
  return startBalancingNginx(ports, (config) => replaced(config, 'fail_timeout=20s', `fail_timeout=${failSeconds}s`));
}
