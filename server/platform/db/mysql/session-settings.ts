/** Below the client's deadline, so that the server cancels the statement first and the connection survives. */
const STATEMENT_SECONDS = 1.8;
const LOCK_WAIT_SECONDS = 3;
const SQL_MODE = [
  ...['ONLY_FULL_GROUP_BY', 'STRICT_TRANS_TABLES', 'STRICT_ALL_TABLES', 'NO_ZERO_IN_DATE', 'NO_ZERO_DATE'],
  ...['ERROR_FOR_DIVISION_BY_ZERO', 'NO_ENGINE_SUBSTITUTION'],
].join(',');
const ISOLATION = "'READ-COMMITTED'";

/** The values that the server relies on and that a database server may have other defaults for. */
const FIXED = {
  autocommit: 1,
  completion_type: 0,
  sql_mode: `'${SQL_MODE}'`,
  time_zone: "'+00:00'",
  // a database server may ignore the character set of the handshake
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  collation_connection: 'utf8mb4_unicode_520_ci',
  foreign_key_checks: 1,
  unique_checks: 1,
  sql_auto_is_null: 0,
  sql_safe_updates: 0,
  sql_big_selects: 1,
  sql_select_limit: '18446744073709551615',
  innodb_lock_wait_timeout: LOCK_WAIT_SECONDS,
  // longer than the pool keeps an idle connection, and than a migration takes, during which the connection of the lock is idle
  wait_timeout: 28_800,
};
/** The lock of the migrations is held by a transaction without statements; only MariaDB ends idle transactions. */
const UNLIMITED_IDLE = { idle_transaction_timeout: 0, idle_readonly_transaction_timeout: 0, idle_write_transaction_timeout: 0 };

/**
 * The statement that gives a new session every setting on which the code relies, whatever the defaults of the database server are.
 * MariaDB and MySQL name some differently and refuse the other's: `/*M!` is read by MariaDB alone, and 50720 lies in the range of versions
 * that MariaDB skips.
 */
export function sessionSql(deadlineMs: number | null): string {
  const seconds = deadlineMs === null ? 0 : STATEMENT_SECONDS;
  const ofMariaDb = { tx_isolation: ISOLATION, tx_read_only: 0, max_statement_time: seconds, ...UNLIMITED_IDLE };
  const ofMySql = { transaction_isolation: ISOLATION, transaction_read_only: 0, max_execution_time: seconds * 1000 };
  return `SET ${assignments(FIXED)} /*M! , ${assignments(ofMariaDb)} */ /*!50720 , ${assignments(ofMySql)} */`;
}

function assignments(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `SESSION ${name} = ${value}`)
    .join(', ');
}
