import { realpathSync } from 'node:fs';
import path from 'node:path';

import { SqliteHandle } from './handle.ts';
import { FilePresence } from './presence.ts';
import type { Row } from './statement.ts';
import { WriterLock } from './writer-lock.ts';

/** Idle handles kept for the next transaction: opening one costs as much as a small transaction. */
const MAX_IDLE = 8;

const files = new Map<string, SqliteFile>();

/** State that the connections to one database file share in this process: the writer lock, spare handles, the columns of the tables. */
export class SqliteFile {
  readonly lock = new WriterLock();
  readonly schema = new SchemaCache();
  readonly presence: FilePresence;
  readonly #key: string;
  readonly #idle: SqliteHandle[] = [];
  #connections = 0;
  #leased = 0;

  private constructor(key: string) {
    this.#key = key;
    this.presence = new FilePresence(key);
  }

  /** Adds a connection; `detach` removes it. */
  static attach(filename: string): SqliteFile {
    const key = canonicalPath(filename);
    const file = files.get(key) ?? new SqliteFile(key);
    files.set(key, file);
    file.#connections += 1;
    return file;
  }

  /** Opens a first handle if there is none, so that a file that cannot be opened is known when Sequelize connects. */
  warm(): void {
    if (this.#leased + this.#idle.length === 0) this.#idle.push(this.#open());
  }

  lease(): SqliteHandle {
    const handle = this.#idle.pop() ?? this.#open();
    this.#leased += 1;
    return handle;
  }

  /** Takes a handle back; one that is not `reusable` is closed. */
  giveBack(handle: SqliteHandle, reusable: boolean): void {
    this.#leased -= 1;
    if (reusable && this.#idle.length < MAX_IDLE) this.#idle.push(handle);
    else handle.close();
  }

  #open(): SqliteHandle {
    const handle = new SqliteHandle(this.#key);
    if (this.#leased + this.#idle.length === 0) this.presence.onFirstHandle();
    return handle;
  }

  /** The last connection closes the idle handles, and the file is complete without its write-ahead log. */
  detach(): void {
    this.#connections -= 1;
    if (this.#connections > 0) return;
    files.delete(this.#key);
    this.#checkpoint();
    for (const handle of this.#idle.splice(0)) handle.close();
  }

  /** A failure loses nothing: the next start reads the log. The last connection may have closed its handle, because it set an option. */
  #checkpoint(): void {
    try {
      if (this.#idle.length === 0 && this.presence.isKnownAndPresent) this.#idle.push(new SqliteHandle(this.#key));
      this.#idle.at(-1)?.checkpoint();
    } catch {}
  }
}

/**
 * The answers to `PRAGMA table_info`, which Sequelize asks before every SELECT. While a transaction that changes the schema is open,
 * nothing is kept: the others still see the old tables.
 */
class SchemaCache {
  readonly #answers = new Map<string, readonly Row[]>();
  #changer: object | null = null;

  get(sql: string): readonly Row[] | undefined {
    return this.#changer === null ? this.#answers.get(sql) : undefined;
  }

  /** A table without columns does not exist yet, and may be made by another process: not kept. */
  keep(sql: string, rows: readonly Row[]): void {
    if (this.#changer === null && rows.length > 0) this.#answers.set(sql, rows);
  }

  changed(by: object): void {
    this.#changer = by;
    this.#answers.clear();
  }

  /** The transaction of `by` is over. */
  settled(by: object): void {
    if (this.#changer === by) this.#changer = null;
  }
}

/** One file, one lock, whatever links lead to it. */
function canonicalPath(filename: string): string {
  const absolute = path.resolve(filename);
  return realPath(absolute) ?? path.join(realPath(path.dirname(absolute)) ?? path.dirname(absolute), path.basename(absolute));
}

function realPath(absolute: string): string | null {
  try {
    return realpathSync(absolute);
  } catch {
    return null;
  }
}
