import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConnectionError, type Options, Transaction } from 'sequelize';
import type { DatabaseConfig, MySqlConfig } from '../../config/types.ts';
import type { Logger } from '../observe/logger.ts';
import { writingTo } from '../start-error.ts';
import { mySqlDriver } from './mysql/driver.ts';
import { examination, MySqlHosts } from './mysql/hosts.ts';
import type { Address, RawConnection } from './mysql/raw-connection.ts';
import { mySqlSessions } from './mysql/session.ts';
import { tlsOptions } from './mysql/tls.ts';
import { sqliteDialectModule } from './sqlite/driver.ts';

const ACQUIRE_MS = 1500;
const CONNECT_MS = 1500;
const IDLE_MS = 30_000;
const MIGRATION_ACQUIRE_MS = 60_000;

const COMMON = {
  logging: false,
  // otherwise Sequelize first asks each server for its version, on an extra connection
  databaseVersion: '8.0.0',
  // otherwise Sequelize spends a round trip on the time zone, which `mySqlSessions` sets anyway
  keepDefaultTimezone: true,
  // Sequelize would retry one statement without its transaction; `inTransaction` retries the whole
  retry: { max: 1 },
};

/**
 * The options of Sequelize for this database. `deadlineMs` as in `createDatabase`. Creates the file of an embedded database.
 * `log` gets the chosen one of several hosts. @throws Error when a certificate or key file cannot be used
 */
export function sequelizeOptions(config: DatabaseConfig, deadlineMs: number | null, log: Logger | null = null): Options {
  return config.engine === 'mysql' ? mySqlOptions(config, deadlineMs, log) : sqliteOptions(config.path);
}

function mySqlOptions({ urls, poolSize, tls }: MySqlConfig, deadlineMs: number | null, log: Logger | null): Options {
  const url = new URL(urls[0]);
  const username = decodeURIComponent(url.username);
  const account = { password: decodeURIComponent(url.password), database: decodeURIComponent(url.pathname.slice(1)) };
  const dialectOptions = {
    connectTimeout: CONNECT_MS,
    charset: 'utf8mb4_unicode_520_ci',
    supportBigNumbers: true,
    bigNumberStrings: false,
    decimalNumbers: true,
    maxPreparedStatements: 200,
    ssl: tls === null ? undefined : tlsOptions(tls),
  };
  const examine = examination(mySqlDriver(), { ...dialectOptions, ...account, user: username });
  const hosts = urls.length === 1 ? null : new MySqlHosts(urls.map(addressOf), examine);
  const sessions = mySqlSessions({ deadlineMs, hosts, log });
  return {
    ...COMMON,
    dialect: 'mysql',
    dialectModule: mySqlDriver(() => hosts?.doubt()),
    ...addressOf(urls[0]),
    ...account,
    username,
    timezone: '+00:00',
    pool: {
      max: poolSize,
      acquire: deadlineMs === null ? MIGRATION_ACQUIRE_MS : ACQUIRE_MS,
      idle: IDLE_MS,
      validate: (connection) => sessions.isUsable(connection as RawConnection),
    },
    dialectOptions,
    define: { underscored: true, freezeTableName: true, charset: 'utf8mb4', collate: 'utf8mb4_unicode_520_ci' },
    hooks: {
      beforeConnect: (target) => sessions.direct(target).catch(asConnectionError),
      afterConnect: (connection) => sessions.prepare(connection as RawConnection).catch(asConnectionError),
      beforeDisconnect: (connection) => sessions.dismiss(connection as RawConnection),
    },
  };
}

function addressOf(text: string): Address {
  const { hostname, port } = new URL(text);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3306) };
}

function sqliteOptions(path: string): Options {
  writingTo(dirname(path), 'DATA_DIR or DATABASE_URL', () => createPrivateFile(path));
  return {
    ...COMMON,
    dialect: 'sqlite',
    dialectModule: sqliteDialectModule,
    storage: path,
    // a transaction that would write later could otherwise be refused half-way
    transactionType: Transaction.TYPES.IMMEDIATE,
    define: { underscored: true, freezeTableName: true },
  };
}

/** An empty file is an empty database. SQLite gives its side files the same permissions. */
function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  // the side files are created later, where the failure would look like an outage
  accessSync(dirname(path), constants.W_OK);
}

function asConnectionError(error: Error): never {
  throw new ConnectionError(error);
}
