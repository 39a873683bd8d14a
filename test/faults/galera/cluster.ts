import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../support/programs/process.ts';
import { choosePlace, GaleraNode, installNode, prepareFolders, SUPERUSER } from './node.ts';

const NAMES = ['node1', 'node2', 'node3'];
const CHECK_SCRIPT = path.join(import.meta.dirname, '../../../deploy/haproxy/galera-check.sh');
/** May do what the documented account of Diwan may. */
export const APP_USER = 'app';

export interface Cluster {
  readonly nodes: readonly GaleraNode[];
  /** The port of the health checks of each node, in the order of the nodes. */
  readonly checkPorts: readonly number[];
  /** Creates an empty database for the account `APP_USER`. */
  createDatabase(name: string): Promise<void>;
  untilSynced(): Promise<void>;
  stop(): Promise<void>;
}

/** Three nodes of Galera on free ports of the loopback, with the documented health check beside each. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'diwan-galera-'));
  execFileSync('chmod', ['755', folder]);
  const places = await Promise.all(NAMES.map((name) => choosePlace(name, path.join(folder, name))));
  const nodes = places.map(
    (place) =>
      new GaleraNode(
        place,
        places.filter((other) => other !== place),
      ),
  );
  const destroy = (): void => {
    for (const node of nodes) node.killNow();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', destroy);
  for (const place of places) prepareFolders(place);
  const [first] = nodes;
  if (first === undefined) throw new Error('A cluster has nodes.');
  installNode(first.place);
  for (const node of nodes) await node.start({ isFirst: node === first });
  const checks = await Promise.all(nodes.map(startCheck));
  return {
    nodes,
    checkPorts: checks.map((server) => (server.address() as AddressInfo).port),
    async createDatabase(name) {
      await first.execute(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`);
      await first.execute(`GRANT ALL ON ${name}.* TO '${APP_USER}'@'%' IDENTIFIED BY '${APP_USER}'`);
    },
    untilSynced: () => until(async () => (await Promise.all(nodes.map((node) => node.isSynced()))).every(Boolean), undefined, 90_000),
    async stop() {
      for (const server of checks) server.close();
      await Promise.all(nodes.map((node) => node.kill()));
      process.off('exit', destroy);
      destroy();
    },
  };
}

/** Starts the health check for each connection, as systemd does with the documented socket. */
async function startCheck({ place }: GaleraNode): Promise<Server> {
  const words = ['--no-defaults', `--socket=${place.folder}/s`, `--user=${SUPERUSER}`, `--password=${SUPERUSER}`];
  const server = createServer((socket) => {
    const child = spawn('sh', [CHECK_SCRIPT, ...words], { stdio: ['pipe', 'pipe', 'ignore'] });
    socket.on('error', () => child.kill());
    child.stdin.on('error', () => {});
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
