import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../../support/engine.ts';
import { replaced } from '../../support/programs/nginx.ts';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { findProgram } from '../servers.ts';
import type { Cluster } from './cluster.ts';

const CONFIG = path.join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg');

export interface DatabaseProxy {
  readonly port: number;
  /** The nodes that clients are connected to now. */
  usedNodes(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts HAProxy with the configuration in `deploy/haproxy`, in its chroot if this process may do that, in front of the cluster. */
export async function startDatabaseProxy({ nodes, checkPorts }: Cluster, note: (line: string) => void): Promise<DatabaseProxy> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  mkdirSync(path.join(folder, 'empty'));
  const places: [from: string, to: string][] = [
    ['127.0.0.1:3306', `127.0.0.1:${port}`],
    ['127.0.0.1:3307', `127.0.0.1:${await freePort()}`],
    ['log /dev/log local0', 'log stderr format raw local0 notice'],
    ['/run/haproxy/admin.sock', `${folder}/admin.sock`],
    ['chroot /var/lib/haproxy', `chroot ${folder}/empty`],
    [' port 9200 ', ' '],
    ...nodes.map(({ name, place }, index): [string, string] => [
      `${name} 10.0.0.${index + 1}:3306`,
      `${name} 127.0.0.1:${place.port} port ${checkPorts[index]}`,
    ]),
  ];
  let config = readFileSync(CONFIG, 'utf8');
  for (const [from, to] of places) config = replaced(config, from, to);
  if (process.getuid?.() !== 0) config = config.replace(/^ *(user|group|chroot) .*\n/gm, '');
  writeFileSync(file, config);
  const child = spawn(findProgram('haproxy') ?? '', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
    for (const [, name, state] of text.toString().matchAll(/^(?:Backup )?Server [\w-]+\/(\w+) (is (?:UP|DOWN), reason: [^,]*)/gm))
      note(`HAProxy: ${name} ${state}`);
  });
  await until(
    async () => child.exitCode !== null || (await accepts(port)),
    () => complaints,
  );
  if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${complaints}`);
  return {
    port,
    usedNodes: async () => usedServers(await command(`${folder}/admin.sock`, 'show stat -1 4 -1')),
    async stop() {
      process.off('exit', kill);
      const gone = once(child, 'exit');
      kill();
      await gone;
    },
  };
}

/** The names of the servers with sessions, from HAProxy's CSV. */
function usedServers(csv: string): string[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.replace('# ', '').split(',');
  const rows = lines.map((line) => line.split(','));
  return rows.filter((row) => Number(row[names.indexOf('scur')]) > 0).map((row) => row[names.indexOf('svname')] ?? '');
}

/** The answer to a command on the socket of HAProxy. */
async function command(socketFile: string, text: string): Promise<string> {
  const socket = connect(socketFile);
  socket.end(`${text}\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
