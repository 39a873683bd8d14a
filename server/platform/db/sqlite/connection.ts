import { closedError, lockTimeout, rolledBackError, type SqliteError, toSqliteError } from './error.ts';
import { SqliteFile } from './file.ts';
import type { SqliteHandle, SqliteResult } from './handle.ts';
import { type Row, type StatementKind, statementKind, toArguments } from './statement.ts';

export type Ready = (error: SqliteError | null) => void;
type Callback = (this: Statement, error: SqliteError | null, rows: readonly Row[]) => void;

interface Job {
  readonly sql: string;
  readonly args: readonly unknown[];
  readonly kind: StatementKind;
  readonly callback: Callback | undefined;
}

/** `this` in the callbacks of Sequelize, which reads the name of the class to compute the ids of several new rows. */
export class Statement {
  readonly sql: string;
  readonly lastID: number;
  readonly changes: number;

  constructor(sql: string, result: SqliteResult) {
    this.sql = sql;
    this.lastID = result.lastId;
    this.changes = result.changes;
  }
}

const NOTHING: SqliteResult = { rows: [], lastId: 0, changes: 0 };
const TABLE_INFO = /^PRAGMA table_info\(/i;
/** Sequelize sends it to each new connection; a handle is opened with it. */
const FOREIGN_KEYS_ON = /^PRAGMA foreign_keys ?= ?ON;?$/i;

/** A connection, as Sequelize sees it. It takes a handle with its first statement, so that waiting writers need none. */
export class Connection {
  readonly filename: string;
  readonly #lockWaitMs: number;
  readonly #file: SqliteFile;
  #handle: SqliteHandle | null = null;
  #configured = false;
  #began = false;
  #closed = false;

  constructor(filename: string, lockWaitMs: number, ready: Ready) {
    this.filename = filename;
    this.#lockWaitMs = lockWaitMs;
    this.#file = SqliteFile.attach(filename);
    const error = attempt(() => this.#file.warm());
    setImmediate(ready, error);
  }

  /** Sequelize wraps its statements in it. They arrive in order anyway. */
  serialize(work: () => void): void {
    work();
  }

  run(sql: string, parameters?: unknown, callback?: Callback): this {
    return this.all(sql, parameters, callback);
  }

  all(sql: string, parameters?: unknown, callback?: Callback): this {
    const job = toJob(sql, parameters, callback);
    if (this.#closed) reply(job, closedError());
    else if (!job.kind.writes || this.#holdsTransaction()) this.#execute(job);
    else this.#waitInLine(job);
    return this;
  }

  /** Ends an open transaction without its changes, fails waiting statements, and returns the handle. A second call does nothing. */
  close(callback?: Ready): void {
    if (!this.#closed) this.#release();
    if (callback !== undefined) setImmediate(callback, null);
  }

  #holdsTransaction(): boolean {
    return this.#file.lock.isHeldBy(this) && this.#handle?.inTransaction === true;
  }

  #waitInLine(job: Job): void {
    this.#file.lock.acquire({
      owner: this,
      waitMs: this.#lockWaitMs,
      granted: () => this.#execute(job),
      refused: () => reply(job, this.#closed ? closedError() : lockTimeout(this.#lockWaitMs)),
    });
  }

  #execute(job: Job): void {
    if (this.#closed) {
      reply(job, closedError());
      return;
    }
    try {
      const result = this.#perform(job);
      if ((job.kind.writes || job.kind.ends === 'commit') && this.#handle?.inTransaction === false) this.#file.presence.checkCommit();
      reply(job, null, result);
    } catch (thrown) {
      // Sequelize neither rolls back nor closes the connection after a COMMIT that failed.
      if (job.kind.ends === 'commit') this.#rollBack();
      reply(job, toSqliteError(thrown));
    }
    this.#settle(job.kind);
  }

  #perform(job: Job): SqliteResult {
    if (this.#handle === null && FOREIGN_KEYS_ON.test(job.sql)) return NOTHING;
    if (this.#handle?.inTransaction !== true && job.kind.ends === null) this.#file.presence.check();
    this.#handle ??= this.#file.lease();
    if (job.kind.configures) this.#configured = true;
    if (job.kind.ends === 'rollback' && !this.#handle.inTransaction) return NOTHING;
    if (this.#began && !this.#handle.inTransaction) throw rolledBackError();
    return TABLE_INFO.test(job.sql) ? this.#tableInfo(job, this.#handle) : this.#handle.run(job.sql, job.args);
  }

  #tableInfo(job: Job, handle: SqliteHandle): SqliteResult {
    const known = this.#file.schema.get(job.sql);
    if (known !== undefined) return { ...NOTHING, rows: known };
    const result = handle.run(job.sql, job.args);
    // A snapshot may be older than the schema.
    if (!handle.inTransaction || this.#file.lock.isHeldBy(this)) this.#file.schema.keep(job.sql, result.rows);
    return result;
  }

  /** After each statement: the lock is held exactly as long as the transaction that took it is open. */
  #settle(kind: StatementKind): void {
    if (kind.alters) this.#file.schema.changed(this);
    const inTransaction = this.#handle?.inTransaction === true;
    if (kind.begins) this.#began = inTransaction;
    if (kind.ends !== null) this.#began = false;
    if (inTransaction) {
      if (this.#file.lock.isHeldBy(this)) this.#file.lock.admitOwner();
      return;
    }
    this.#file.schema.settled(this);
    // a read releases nothing: a write on this connection may hold the lock and run in the next tick
    if (kind.writes || kind.ends !== null) this.#file.lock.release(this);
  }

  #rollBack(): SqliteError | null {
    return attempt(() => this.#handle?.rollback());
  }

  #release(): void {
    this.#closed = true;
    const failure = this.#rollBack();
    this.#file.schema.settled(this);
    this.#file.lock.abandon(this);
    if (this.#handle !== null) this.#file.giveBack(this.#handle, failure === null && !this.#configured);
    this.#handle = null;
    this.#file.detach();
  }
}

function toJob(sql: string, parameters: unknown, callback: Callback | undefined): Job {
  if (isCallback(parameters)) return toJob(sql, [], parameters);
  return { sql, args: toArguments(parameters), kind: statementKind(sql), callback };
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** Never in the same tick nor as a microtask: a loop of statements would starve timers and sockets. */
function reply(job: Job, error: SqliteError | null, result: SqliteResult = NOTHING): void {
  const { callback } = job;
  if (callback === undefined) return;
  const call = (): void => callback.call(new Statement(job.sql, result), error, result.rows);
  setImmediate(error === null ? () => withoutStacks(call) : call);
}

/** Sequelize reads the stack of an unused error after each statement, and formatting it costs more than a short statement. */
function withoutStacks(call: () => void): void {
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = unformatted;
  try {
    call();
  } finally {
    Error.prepareStackTrace = format;
  }
}

function unformatted(error: Error): string {
  return String(error);
}

function attempt(work: () => void): SqliteError | null {
  try {
    work();
    return null;
  } catch (thrown) {
    return toSqliteError(thrown);
  }
}
