import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freezeProcess } from '../programs/freeze.ts';
import { freePort } from '../programs/redis.ts';
import { AS_ROOT, findMysqld, installData, type ServerOptions, serverFlags, USER } from './mysqld.ts';

const START_MS = 30_000;
const START_TRIES = 3;

export interface MariaDbOptions extends ServerOptions {
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
  readonly #mysqld = findMysqld();
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
    installData(this.#mysqld, this.#folder, { flags: this.#options.flags ?? [] });
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
    const flags = serverFlags(this.#mysqld, this.#folder, this.port, this.#options);
    const { flags: more = [] } = this.#options;
    const own = ['--no-defaults', ...AS_ROOT, '--skip-log-bin', `--init-file=${this.#folder}/init.sql`];
    const child = spawn(this.#mysqld.binary, [...own, ...flags, ...more], { stdio: 'ignore' });
    this.#process = child;
    const deadline = performance.now() + START_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`The database server ended with code ${child.exitCode}, see ${this.#folder}/log.err.`);
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

  async stop(): Promise<void> {
    await this.kill();
    // there may be ten thousand files: a process must take signals meanwhile
    await rm(this.#folder, { recursive: true, force: true });
    process.removeListener('exit', this.#onExit);
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
