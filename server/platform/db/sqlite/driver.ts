import { Connection, type Ready, Statement } from './connection.ts';

export interface SqliteDialectOptions {
  /** How long a writer waits for the writers before it, in milliseconds. Then it fails with the code `SQLITE_BUSY`. */
  readonly lockWaitMs?: number;
}

/**
 * The embedded engine as a `dialectModule` for Sequelize's `sqlite` dialect. Only for files: `:memory:` would be one connection for all.
 *
 * One writer at a time: `BEGIN IMMEDIATE` waits in line and holds the lock to its end, a write outside a transaction holds it while it
 * runs, reads never wait. `BEGIN DEFERRED` is a snapshot as of its first read; a write in it takes the lock, and fails with
 * `SQLITE_BUSY` if the snapshot is out of date by then. Set `transactionType: 'IMMEDIATE'`.
 */
export function createSqliteDialect({ lockWaitMs = 5000 }: SqliteDialectOptions = {}): object {
  class Database extends Connection {
    constructor(filename: string, _mode: number, ready: Ready) {
      super(filename, lockWaitMs, ready);
    }
  }
  return { Database, Statement, OPEN_READWRITE: 2, OPEN_CREATE: 4 };
}

/** The engine as the server uses it. */
export const sqliteDialectModule: object = createSqliteDialect();
