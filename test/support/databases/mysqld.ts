import { execFileSync } from 'node:child_process';
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerCertificate } from '../programs/test-ca.ts';

/** The account that may do everything; its password is its name. */
export const USER = 'diwan';
/** Both products refuse to run as root unless an option names an account. */
export const AS_ROOT: readonly string[] = process.getuid?.() === 0 ? ['--user=root'] : [];

/** A program that is a database server. MariaDB and MySQL need different flags. */
export interface Mysqld {
  readonly binary: string;
  readonly isMariaDb: boolean;
}

/**
 * Folders with the data of a MySQL that has never run, by its flags: creating them takes seconds, so the servers of this process copy them.
 */
const mySqlTemplates = new Map<string, string>();
/** MySQL writes this setting into its data and refuses to start with another value. */
const OF_DATA = /^--lower[-_]case[-_]table[-_]names=/;

export interface ServerOptions {
  /** Writes each commit through to the disk, as a server in production does; without it a crash may lose some. */
  readonly durable?: boolean;
  /** Offers TLS with this certificate and asks clients for certificates of the same CA; without it the server offers no TLS. */
  readonly certificate?: ServerCertificate;
}

/** The server of `TEST_MYSQLD`, or on the PATH, or where Debian puts it. @throws Error when there is none */
export function findMysqld(): Mysqld {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);
  const names = folders.flatMap((folder) => [path.join(folder, 'mariadbd'), path.join(folder, 'mysqld')]);
  const binary = [process.env['TEST_MYSQLD'] ?? '', ...names].find(isExecutable);
  if (binary === undefined) throw new Error('There is no mariadbd or mysqld here; TEST_MYSQLD may name one.');
  return { binary, isMariaDb: execFileSync(binary, ['--no-defaults', '--version'], { encoding: 'utf8' }).includes('MariaDB') };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return file !== '';
  } catch {
    return false;
  }
}

export interface DataOptions {
  readonly account?: readonly string[];
  /** The flags with which the server will start. */
  readonly flags?: readonly string[];
}

/** Creates the system tables in `folder/data`, and `folder/init.sql`, the script for `--init-file` that creates the account. */
export function installData({ binary, isMariaDb }: Mysqld, folder: string, { account = AS_ROOT, flags = [] }: DataOptions = {}): void {
  const words = ['--no-defaults', ...account, `--datadir=${folder}/data`];
  mkdirSync(`${folder}/tmp`, { recursive: true });
  // a failure carries the output in its error
  const options = { env: { ...process.env, TMPDIR: `${folder}/tmp` }, stdio: 'pipe' } as const;
  // the same account on both products, whatever accounts they create
  writeFileSync(
    `${folder}/init.sql`,
    `CREATE USER IF NOT EXISTS '${USER}'@'%' IDENTIFIED BY '${USER}';\nGRANT ALL ON *.* TO '${USER}'@'%' WITH GRANT OPTION;\n`,
  );
  if (isMariaDb) {
    const plain = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    execFileSync('mariadb-install-db', [...words, ...plain], options);
  } else {
    cpSync(
      mySqlTemplate(
        binary,
        flags.filter((flag) => OF_DATA.test(flag)),
      ),
      `${folder}/data`,
      { recursive: true },
    );
  }
}

function mySqlTemplate(binary: string, flags: readonly string[]): string {
  const key = flags.join(' ');
  const folder = mySqlTemplates.get(key) ?? initializeMySql(binary, flags);
  mySqlTemplates.set(key, folder);
  return folder;
}

function initializeMySql(binary: string, flags: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-mysql-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const small = ['--secure-file-priv=NULL', '--innodb-redo-log-capacity=8M', ...careless()];
  const words = ['--no-defaults', ...AS_ROOT, `--datadir=${folder}/data`, '--initialize-insecure', ...small, ...flags];
  execFileSync(binary, words, { env: { ...process.env, TMPDIR: folder }, stdio: 'pipe' });
  return `${folder}/data`;
}

/** The flags of a server on `port` whose data, sockets and logs are in `folder`. */
export function serverFlags({ isMariaDb }: Mysqld, folder: string, port: number, options: ServerOptions): string[] {
  // a server that starts deletes the temporary tables that it finds in its tmpdir, also those of another one
  const place = [
    `--tmpdir=${folder}/tmp`,
    `--datadir=${folder}/data`,
    `--socket=${folder}/s`,
    `--pid-file=${folder}/pid`,
    `--log-error=${folder}/log.err`,
  ];
  const listen = [`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--max-connections=300'];
  const text = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_520_ci'];
  // the folder of MySQL's packages for files may be missing; MariaDB with snapshot isolation behaves like its newer releases
  const family = isMariaDb ? ['--innodb-snapshot-isolation=ON'] : ['--mysqlx=OFF', '--secure-file-priv=NULL'];
  const tls = tlsFlags(isMariaDb, options.certificate);
  return [...place, ...listen, ...text, '--performance-schema=OFF', ...family, ...tls, ...diskFlags(isMariaDb, options.durable)];
}

function diskFlags(isMariaDb: boolean, durable = false): string[] {
  const log = (megabytes: number): string => `--innodb-${isMariaDb ? 'log-file-size' : 'redo-log-capacity'}=${megabytes}M`;
  // the smallest size of a dedicated server
  if (durable) return ['--innodb-flush-log-at-trx-commit=1', '--innodb-buffer-pool-size=1G', log(256)];
  return [...careless(), '--innodb-buffer-pool-size=128M', log(32)];
}

function careless(): string[] {
  return ['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--innodb-doublewrite=0'];
}

function tlsFlags(isMariaDb: boolean, certificate: ServerCertificate | undefined): string[] {
  if (certificate === undefined) return isMariaDb ? ['--skip-ssl'] : ['--tls-version='];
  const { caFile, certFile, keyFile } = certificate;
  return [`--ssl-ca=${caFile}`, `--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`];
}
