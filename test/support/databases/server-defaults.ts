import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from './mariadb.ts';

/** Defaults of a database server for the sessions of all clients, each other than the value that the server of Diwan relies on. */
const UNUSUAL: Readonly<Record<string, string | number>> = {
  autocommit: 0,
  completion_type: 'CHAIN',
  foreign_key_checks: 0,
  innodb_lock_wait_timeout: 1,
  max_join_size: 10,
  sql_auto_is_null: 1,
  sql_mode: 'ANSI,HIGH_NOT_PRECEDENCE,NO_BACKSLASH_ESCAPES',
  sql_safe_updates: 1,
  sql_select_limit: 3,
  time_zone: '+05:30',
  unique_checks: 0,
  wait_timeout: 7,
};
const OF_MARIADB = {
  idle_readonly_transaction_timeout: 3,
  idle_transaction_timeout: 3,
  idle_write_transaction_timeout: 3,
  max_statement_time: 30,
  tx_isolation: 'SERIALIZABLE',
  tx_read_only: 1,
};
const OF_MYSQL = { max_execution_time: 30_000, transaction_isolation: 'SERIALIZABLE', transaction_read_only: 1 };

/** A server that ignores the character set for which its clients ask, and uses its own. */
const OTHER_TEXT = ['--skip-character-set-client-handshake', '--character-set-server=latin1', '--collation-server=latin1_swedish_ci'];

export interface UnusualServer {
  readonly server: MariaDb;
  /** The names of the settings that differ from those of other servers. */
  readonly names: readonly string[];
  /** The ones of empty databases. */
  readonly urls: readonly string[];
}

/** A throw-away database server with unusual defaults, and empty databases, because afterwards its sessions cannot create any. */
export async function startUnusualServer(databases: readonly string[]): Promise<UnusualServer> {
  const server = await startMariaDb({ flags: OTHER_TEXT });
  const urls: string[] = [];
  for (const name of databases) urls.push(await server.createDatabase(name));
  const superuser = await mysql.createConnection(server.url('mysql'));
  const [[row]] = await superuser.query<mysql.RowDataPacket[]>('SELECT VERSION() AS version');
  const settings = { ...UNUSUAL, ...(String(row?.['version']).includes('MariaDB') ? OF_MARIADB : OF_MYSQL) };
  for (const [name, value] of Object.entries(settings)) await superuser.query(`SET GLOBAL ${name} = ?`, [value]);
  await superuser.end();
  const text = ['character_set_client', 'character_set_connection', 'character_set_results', 'collation_connection'];
  return { server, names: [...Object.keys(settings), ...text], urls };
}
