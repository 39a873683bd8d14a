import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mysql from 'mysql2/promise';
import { freezeProcess } from '../programs/freeze.ts';
import { until } from '../programs/process.ts';
import { freePort } from '../programs/redis.ts';
import { findMysqld, installData, type ServerOptions, serverFlags, USER } from './mysqld.ts';

const START_MS = 120_000;
/** Where Debian, Red Hat and Alpine install the replication library. */
const PROVIDERS = ['/usr/lib/galera', '/usr/lib64/galera-4', '/usr/lib64/galera', '/usr/lib/x86_64-linux-gnu/galera'];
/** A node that is silent for 2 s is excluded. */
const TIMEOUTS =
  'evs.keepalive_period=PT0.5S;evs.inactive_check_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT3S;evs.join_retrans_period=PT0.3S;evs.install_timeout=PT2S';
/** The rsync of a full transfer drops the rights of root, so a server that root starts runs as `mysql`. */
const ACCOUNT: readonly string[] = process.getuid?.() === 0 ? ['--user=mysql'] : [];

export interface Galera {
  readonly nodes: readonly GaleraNode[];
  /** Makes an empty database through the first node and resolves to its URL there. */
  createDatabase(name?: string): Promise<string>;
  /** Kills the nodes and deletes their data. */
  stop(): Promise<void>;
}

interface Ports {
  readonly sql: number;
  readonly group: number;
  readonly incremental: number;
  readonly full: number;
}

/** The replication library that MariaDB loads; undefined when it is not installed. */
function findProvider(): string | undefined {
  return PROVIDERS.map((folder) => path.join(folder, 'libgalera_smm.so')).find((file) => existsSync(file));
}

/** A throw-away cluster of MariaDB on free ports of the loopback. @throws Error when MariaDB or its replication library is missing */
export async function startGalera(count = 3, options: ServerOptions = {}): Promise<Galera> {
  const folder = await mkdtemp(path.join(tmpdir(), 'diwan-galera-'));
  // the folder of `mkdtemp` is closed for the account of the servers
  execFileSync('chmod', ['755', folder]);
  const ports = await Promise.all(Array.from({ length: count }, choosePorts));
  const address = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
  const nodes = ports.map((own, index) => new GaleraNode(path.join(folder, `node${index + 1}`), own, { ...options, address }));
  const destroy = (): void => {
    for (const node of nodes) node.killNow();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', destroy);
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    process.off('exit', destroy);
    destroy();
  };
  try {
    // a node that joins copies the data of another
    for (const node of nodes) await node.start({ isFirst: node === nodes[0] });
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop, createDatabase: (name) => createDatabase(nodes[0], name) };
}

async function choosePorts(): Promise<Ports> {
  return { sql: await freePort(), group: await freePort(), incremental: await freePort(), full: await freePort() };
}

async function createDatabase(node: GaleraNode | undefined, name = `test_${randomBytes(6).toString('hex')}`): Promise<string> {
  if (node === undefined) throw new Error('A cluster needs a node.');
  await node.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`);
  return node.url(name);
}

/** One server of a cluster. */
export class GaleraNode {
  readonly datadir: string;
  readonly port: number;
  readonly #folder: string;
  readonly #ports: Ports;
  readonly #options: ServerOptions & { readonly address: string };
  readonly #mysqld = findMysqld();
  #process: ChildProcess | null = null;

  constructor(folder: string, ports: Ports, options: ServerOptions & { readonly address: string }) {
    this.#folder = folder;
    this.#ports = ports;
    this.#options = options;
    this.datadir = `${folder}/data`;
    this.port = ports.sql;
    if (!this.#mysqld.isMariaDb) throw new Error(`Galera needs MariaDB, but ${this.#mysqld.binary} is not.`);
  }

  /** The pid of the current process; `start` changes it. */
  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('The node does not run.');
    return this.#process.pid;
  }

  url(database: string): string {
    return `mysql://${USER}:${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server and resolves when it is synchronised; `isFirst` starts a new cluster. */
  async start({ isFirst = false } = {}): Promise<void> {
    if (!existsSync(this.#folder)) this.#prepare(isFirst);
    const flags = serverFlags(this.#mysqld, this.#folder, this.port, this.#options);
    const words = [...flags, ...this.#clusterFlags(), ...(isFirst ? ['--wsrep-new-cluster', `--init-file=${this.#folder}/init.sql`] : [])];
    const child = spawn(this.#mysqld.binary, ['--no-defaults', ...ACCOUNT, ...words], { stdio: 'ignore' });
    this.#process = child;
    const explain = (): string => `See ${this.#folder}/log.err.`;
    await until(async () => child.exitCode !== null || (await this.isSynced()), explain, START_MS);
    if (child.exitCode !== null) throw new Error(`A node of Galera ended with code ${child.exitCode}. ${explain()}`);
  }

  /** Whether the node serves all statements. @throws when it does not answer in a second */
  async isSynced(): Promise<boolean> {
    const rows = await this.query("SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')");
    const values = rows.map((row) => row['Value']).sort();
    return values[0] === '4' && values[1] === 'ON';
  }

  async query(sql: string): Promise<mysql.RowDataPacket[]> {
    const connection = await mysql.createConnection({ uri: this.url(''), connectTimeout: 1_000 });
    try {
      return (await connection.query<mysql.RowDataPacket[]>({ sql, timeout: 1_000 }))[0];
    } finally {
      connection.destroy();
    }
  }

  freeze(): void {
    freezeProcess(this.pid);
  }

  thaw(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** For the end of this process. */
  killNow(): void {
    this.#process?.kill('SIGKILL');
  }

  #prepare(isFirst: boolean): void {
    for (const folder of [this.datadir, `${this.#folder}/tmp`]) mkdirSync(folder, { recursive: true });
    if (ACCOUNT.length > 0) execFileSync('chown', ['-R', 'mysql', this.#folder]);
    if (isFirst) installData(this.#mysqld, this.#folder, { account: ACCOUNT });
  }

  #clusterFlags(): string[] {
    const { group, incremental, full } = this.#ports;
    const provider = findProvider();
    if (provider === undefined) throw new Error('Galera is not installed: the Debian package is galera-4.');
    const network = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${incremental}`;
    return [
      ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--wsrep-on=ON', `--wsrep-provider=${provider}`],
      ...['--wsrep-cluster-name=diwan', `--wsrep-cluster-address=${this.#options.address}`],
      ...[`--wsrep-node-name=${path.basename(this.#folder)}`, `--wsrep-node-address=127.0.0.1:${group}`],
      ...['--wsrep-sst-method=rsync', `--wsrep-sst-receive-address=127.0.0.1:${full}`],
      `--wsrep-provider-options=${network};gcache.size=64M;${TIMEOUTS}`,
    ];
  }
}
