import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';

import { type Row, toRow } from './statement.ts';

export interface SqliteResult {
  readonly rows: readonly Row[];
  readonly lastId: number;
  readonly changes: number;
}

interface Prepared {
  readonly statement: StatementSyncInstance;
  readonly returnsRows: boolean;
}

/** How long SQLite waits for another process, in milliseconds. Writers of this process wait in `WriterLock`. */
const BUSY_TIMEOUT_MS = 5000;
/** Workers that end together empty the log one after the other. */
const CHECKPOINT_TIMEOUT_MS = 500;
const MAX_STATEMENTS = 200;
/** Longer texts (bulk inserts) rarely repeat. */
const MAX_KEPT_SQL = 4000;

/** An open database: the settings that the project relies on, and its prepared statements. Synchronous; throws what the engine throws. */
export class SqliteHandle {
  readonly #database: DatabaseSyncInstance;
  readonly #prepared = new LRUCache<string, Prepared>({ max: MAX_STATEMENTS });

  constructor(path: string) {
    this.#database = new DatabaseSync(path, {
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
      allowUnknownNamedParameters: true,
    });
    try {
      // deleted data is overwritten, so that the file holds nothing of an erased person
      this.#database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run(sql: string, args: readonly unknown[]): SqliteResult {
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) return { rows: statement.all(...args).map(toRow), lastId: 0, changes: 0 };
    const { changes, lastInsertRowid } = statement.run(...args);
    return { rows: [], lastId: Number(lastInsertRowid), changes: Number(changes) };
  }

  rollback(): void {
    if (this.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** Moves the write-ahead log into the file and empties it, unless another process is at work for longer: then its last handle will. */
  checkpoint(): void {
    this.#database.exec(`PRAGMA busy_timeout=${CHECKPOINT_TIMEOUT_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
  }

  /** Like `checkpoint`, but without waiting. Returns false when a transaction still needs the log. */
  tryCheckpoint(): boolean {
    this.#database.exec('PRAGMA busy_timeout=0');
    const [row] = this.run('PRAGMA wal_checkpoint(TRUNCATE)', []).rows;
    return row?.['busy'] === 0;
  }

  /**
   * The engine frees the file's descriptors when the last prepared statement is garbage-collected, or at exit. Until then the handle
   * holds no lock, but a database that is deleted meanwhile must not be created again under the same name in this process.
   */
  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (sql.length <= MAX_KEPT_SQL) this.#prepared.set(sql, prepared);
    return prepared;
  }
}
