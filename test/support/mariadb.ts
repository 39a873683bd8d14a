import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freezeProcess } from './freeze.ts';
import type { ServerCertificate } from './test-ca.ts';

const START_MS = 30_000;
const START_TRIES = 3;
const USER = 'diwan';

export interface MariaDbOptions {
  /** Writes each commit through to the disk, as a server in production does; without it a crash may lose some. */
  readonly durable?: boolean;
  /** Offers TLS with this certificate and asks clients for certificates of the same CA; without it the server offers no TLS. */
  readonly certificate?: ServerCertificate;
  /** Writes a binary log under this number, so that the server can take part in a replication. */
  readonly serverId?: number;
  /** The folder in which the folder of the server is made; that of the system by default. */
  readonly parent?: string;
  /** More flags of the server, which win over the others. */
  readonly flags?: readonly string[];
}

export interface MariaDb {
  readonly port: number;
  /** The pid of the current process; `restart` changes it. */
  readonly pid: number;
  url(database: string): string;
  /** Makes an empty database and resolves to its URL. */
  createDatabase(name?: string): Promise<string>;
  /** Ends the server as a power cut would, as far as a process can. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data; kills it first if it runs. */
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Makes this server a replica of another one, from the beginning of its binary log; both need a `serverId`. */
  replicate(primary: MariaDb): Promise<void>;
  /** Kills the server and deletes its data. */
  stop(): Promise<void>;
}

/** A throw-away MariaDB (or MySQL) on a free port of the loopback, ready to be used in a second or two. */
export async function startMariaDb(options: MariaDbOptions = {}): Promise<MariaDb> {
  const server = new Server(await mkdtemp(path.join(options.parent ?? tmpdir(), 'diwan-mariadb-')), options);
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

class Server implements MariaDb {
  port = 0;
  readonly #folder: string;
  readonly #options: MariaDbOptions;
  #process: ChildProcess | null = null;
  /** Mocha's process may exit without calling `stop`. */
  readonly #onExit = () => this.#destroy();

  constructor(folder: string, options: MariaDbOptions) {
    this.#folder = folder;
    this.#options = options;
    process.once('exit', this.#onExit);
  }

  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('The database server does not run.');
    return this.#process.pid;
  }

  async start(): Promise<void> {
    install(this.#folder);
    for (let attempt = 1; ; attempt += 1) {
      this.port = await freePort();
      try {
        return await this.restart();
      } catch (error) {
        // the port may have been taken in between
        if (attempt === START_TRIES) throw error;
      }
    }
  }

  url(database: string): string {
    return `mysql://${USER}:${USER}@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(name = `test_${randomBytes(6).toString('hex')}`): Promise<string> {
    const connection = await this.#connect();
    await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`);
    await connection.end();
    return this.url(name);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async restart(): Promise<void> {
    await this.kill();
    const child = spawn(binary(), flags(this.#folder, this.port, this.#options), { stdio: 'ignore' });
    this.#process = child;
    const deadline = performance.now() + START_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`The database server ended with code ${child.exitCode}, see ${this.#folder}/log.`);
      if (performance.now() > deadline) throw new Error(`The database server was not ready in ${START_MS} ms.`);
      await sleep(20);
    }
  }

  freeze(): void {
    freezeProcess(this.pid);
  }

  thaw(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  async replicate({ port }: MariaDb): Promise<void> {
    const word = isMariaDb() ? 'MASTER' : 'SOURCE';
    const more = isMariaDb() ? '' : ', GET_SOURCE_PUBLIC_KEY = 1';
    const connection = await this.#connect();
    await connection.query(
      `CHANGE ${isMariaDb() ? 'MASTER' : 'REPLICATION SOURCE'} TO ${word}_HOST = '127.0.0.1', ${word}_PORT = ${port},
       ${word}_USER = '${USER}', ${word}_PASSWORD = '${USER}', ${word}_CONNECT_RETRY = 1${more}`,
    );
    await connection.query('START REPLICA');
    await connection.end();
  }

  async stop(): Promise<void> {
    await this.kill();
    process.removeListener('exit', this.#onExit);
    this.#destroy();
  }

  #destroy(): void {
    this.#process?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #connect() {
    return mysql.createConnection({ host: '127.0.0.1', port: this.port, user: USER, password: USER, connectTimeout: 2000 });
  }

  async #answers(): Promise<boolean> {
    try {
      await (await this.#connect()).end();
      return true;
    } catch {
      return false;
    }
  }
}

/** Where the server is: `TEST_MYSQLD`, or on the PATH, or where Debian puts it. */
function binary(): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);
  const names = folders.flatMap((folder) => [path.join(folder, 'mariadbd'), path.join(folder, 'mysqld')]);
  const found = [process.env['TEST_MYSQLD'] ?? '', ...names].find(isExecutable);
  if (found === undefined) throw new Error('There is no mariadbd or mysqld here; TEST_MYSQLD may name one.');
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return file !== '';
  } catch {
    return false;
  }
}

function isMariaDb(): boolean {
  return execFileSync(binary(), ['--no-defaults', '--version'], { encoding: 'utf8' }).includes('MariaDB');
}

/** Both refuse to run as root unless an option allows it. */
function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

function install(folder: string): void {
  const data = `--datadir=${folder}/data`;
  mkdirSync(`${folder}/tmp`);
  // a failure carries the output in its error
  const options = { env: { ...process.env, TMPDIR: `${folder}/tmp` }, stdio: 'pipe' } as const;
  // the same account on both products, whatever accounts they create
  writeFileSync(
    `${folder}/init.sql`,
    `CREATE USER IF NOT EXISTS '${USER}'@'%' IDENTIFIED BY '${USER}';\nGRANT ALL ON *.* TO '${USER}'@'%' WITH GRANT OPTION;\n`,
  );
  if (isMariaDb()) {
    const plain = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    execFileSync('mariadb-install-db', ['--no-defaults', ...asRoot(), data, ...plain], options);
  } else {
    execFileSync(binary(), ['--no-defaults', ...asRoot(), data, '--initialize-insecure'], options);
  }
}

function flags(folder: string, port: number, options: MariaDbOptions): string[] {
  const { durable = false, certificate, serverId, flags: more = [] } = options;
  // a server that starts deletes the temporary tables that it finds in its tmpdir, also those of another one
  const place = [
    `--tmpdir=${folder}/tmp`,
    `--datadir=${folder}/data`,
    `--socket=${folder}/s`,
    `--pid-file=${folder}/pid`,
    `--log-error=${folder}/log`,
  ];
  const listen = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=300',
    `--init-file=${folder}/init.sql`,
  ];
  const text = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_520_ci'];
  const log =
    serverId === undefined ? ['--skip-log-bin'] : [`--server-id=${serverId}`, `--log-bin=${folder}/data/bin`, '--binlog-format=ROW'];
  const plain = [...log, '--performance-schema=OFF'];
  const family = isMariaDb() ? ['--innodb-snapshot-isolation=ON'] : ['--mysqlx=OFF'];
  const small = ['--innodb-buffer-pool-size=128M', '--innodb-log-file-size=32M'];
  const careless = ['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--innodb-doublewrite=0'];
  // the smallest size of a dedicated server
  const large = ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=256M'];
  const disk = durable ? ['--innodb-flush-log-at-trx-commit=1', ...large] : [...careless, ...small];
  return ['--no-defaults', ...asRoot(), ...place, ...listen, ...text, ...plain, ...family, ...tlsFlags(certificate), ...disk, ...more];
}

function tlsFlags(certificate: ServerCertificate | undefined): string[] {
  if (certificate === undefined) return isMariaDb() ? ['--skip-ssl'] : ['--tls-version='];
  const { caFile, certFile, keyFile } = certificate;
  return [`--ssl-ca=${caFile}`, `--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
