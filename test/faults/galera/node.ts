import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import mysql from 'mysql2/promise';
import { freezeProcess } from '../../support/programs/freeze.ts';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { findGaleraProvider, findProgram } from '../servers.ts';

const START_MS = 90_000;
export const SUPERUSER = 'diwan';

/** The group leaves a silent node after 2 s, as docs/failover.md says. */
const TIMEOUTS =
  'evs.keepalive_period=PT0.5S;evs.inactive_check_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT3S;evs.join_retrans_period=PT0.3S;evs.install_timeout=PT2S';

/** The node that copies its data to this one, so that the writer need not; docs/failover.md has the same. */
const DONORS: Readonly<Record<string, string>> = { node1: 'node3,', node2: 'node3,', node3: 'node2,' };

export interface NodePlace {
  readonly name: string;
  /** An empty folder that belongs to the account of the server. */
  readonly folder: string;
  readonly port: number;
  readonly groupPort: number;
  readonly transferPorts: readonly [incremental: number, full: number];
}

export async function choosePlace(name: string, folder: string): Promise<NodePlace> {
  const [port, groupPort, incremental, full] = [await freePort(), await freePort(), await freePort(), await freePort()];
  return { name, folder, port, groupPort, transferPorts: [incremental, full] };
}

/** The rsync of a full transfer drops the rights of root, so a server that root starts runs as `mysql`. */
const ACCOUNT = process.getuid?.() === 0 ? ['--user=mysql'] : [];

/** Creates the system tables of the first node, with a superuser; the other nodes copy them. */
export function installNode({ folder }: NodePlace): void {
  const words = ['--no-defaults', ...ACCOUNT, `--datadir=${folder}/data`];
  const options = { env: { ...process.env, TMPDIR: `${folder}/tmp` }, stdio: 'pipe' } as const;
  execFileSync(
    'mariadb-install-db',
    [...words, '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'],
    options,
  );
}

/** Creates the folders of a node. */
export function prepareFolders({ folder }: NodePlace): void {
  for (const name of ['data', 'tmp']) mkdirSync(`${folder}/${name}`, { recursive: true });
  const grant = `GRANT ALL ON *.* TO '${SUPERUSER}'@'%' WITH GRANT OPTION`;
  writeFileSync(`${folder}/init.sql`, `CREATE USER IF NOT EXISTS '${SUPERUSER}'@'%' IDENTIFIED BY '${SUPERUSER}';\n${grant};\n`);
  if (ACCOUNT.length > 0) execFileSync('chown', ['-R', 'mysql', folder]);
}

/** One server of a cluster. */
export class GaleraNode {
  readonly place: NodePlace;
  readonly #others: readonly NodePlace[];
  #process: ChildProcess | null = null;

  constructor(place: NodePlace, others: readonly NodePlace[]) {
    this.place = place;
    this.#others = others;
  }

  get name(): string {
    return this.place.name;
  }

  url(database: string, user = SUPERUSER): string {
    return `mysql://${user}:${user}@127.0.0.1:${this.place.port}/${database}`;
  }

  /** Starts the server and resolves when it is synchronised; `isFirst` begins a new cluster. */
  async start({ isFirst = false } = {}): Promise<void> {
    const first = isFirst ? ['--wsrep-new-cluster', `--init-file=${this.place.folder}/init.sql`] : [];
    const child = spawn(findProgram('mariadbd') ?? '', [...flags(this.place, this.#others), ...first], { stdio: 'ignore' });
    this.#process = child;
    await until(
      async () => child.exitCode !== null || (await this.isSynced()),
      () => `${this.name}, see ${this.place.folder}/log.err`,
      START_MS,
    );
    if (child.exitCode !== null) throw new Error(`${this.name} ended with code ${child.exitCode}, see ${this.place.folder}/log.err.`);
  }

  async isSynced(): Promise<boolean> {
    const status = await this.status();
    return status.get('wsrep_ready') === 'ON' && status.get('wsrep_local_state') === '4';
  }

  /** The status variables of Galera. @throws when the server does not answer in a second */
  async status(): Promise<Map<string, string>> {
    const connection = await this.connect();
    try {
      return await wsrepStatus(connection);
    } finally {
      connection.destroy();
    }
  }

  connect(): Promise<mysql.Connection> {
    return mysql.createConnection({
      host: '127.0.0.1',
      port: this.place.port,
      user: SUPERUSER,
      password: SUPERUSER,
      connectTimeout: 1_000,
    });
  }

  async execute(sql: string): Promise<void> {
    const connection = await this.connect();
    await connection.query(sql).finally(() => connection.destroy());
  }

  /** Cuts the node off from the group, or joins it again; clients still reach it. */
  setIsolated(isIsolated: boolean): Promise<void> {
    return this.execute(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isIsolated ? 1 : 0}'`);
  }

  freeze(): void {
    freezeProcess(this.#process?.pid ?? 0);
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
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
}

export async function wsrepStatus(connection: mysql.Connection): Promise<Map<string, string>> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>({ sql: "SHOW GLOBAL STATUS LIKE 'wsrep%'", timeout: 1_000 });
  return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
}

function flags({ name, folder, port, groupPort, transferPorts }: NodePlace, others: readonly NodePlace[]): string[] {
  const [incremental, full] = transferPorts;
  const options = `gmcast.listen_addr=tcp://127.0.0.1:${groupPort};ist.recv_addr=127.0.0.1:${incremental};gcache.size=64M;${TIMEOUTS}`;
  return [
    '--no-defaults',
    ...ACCOUNT,
    ...[
      `--datadir=${folder}/data`,
      `--tmpdir=${folder}/tmp`,
      `--socket=${folder}/s`,
      `--pid-file=${folder}/pid`,
      `--log-error=${folder}/log.err`,
    ],
    ...[`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--max-connections=100', '--performance-schema=OFF'],
    ...['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_520_ci', '--innodb-snapshot-isolation=ON', '--skip-ssl'],
    ...['--innodb-buffer-pool-size=128M', '--innodb-log-file-size=32M', '--innodb-flush-log-at-trx-commit=1'],
    ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--wsrep-on=ON', `--wsrep-provider=${findGaleraProvider() ?? ''}`],
    ...['--wsrep-cluster-name=diwan', `--wsrep-node-name=${name}`, `--wsrep-node-address=127.0.0.1:${groupPort}`],
    `--wsrep-cluster-address=gcomm://${[groupPort, ...others.map((other) => other.groupPort)].map((at) => `127.0.0.1:${at}`).join(',')}`,
    ...[
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${full}`,
      `--wsrep-sst-donor=${DONORS[name] ?? ''}`,
      `--wsrep-provider-options=${options}`,
    ],
  ];
}
