/** An error of the embedded engine with the code by which Sequelize's `sqlite` dialect and the retry of transactions recognise it. */
export class SqliteError extends Error {
  readonly code: string;
  /** SQLite's extended result code; 0 if the driver itself refused. */
  readonly errno: number;

  constructor(code: string, message: string, origin: { readonly errno?: number; readonly cause?: unknown } = {}) {
    super(`${code}: ${message}`, { cause: origin.cause });
    this.name = 'SqliteError';
    this.code = code;
    this.errno = origin.errno ?? 0;
  }
}

// By extended code: with the plain `SQLITE_CONSTRAINT` Sequelize takes a missing value for a duplicate key.
const CONSTRAINTS = new Map([
  [275, 'SQLITE_CONSTRAINT_CHECK'],
  [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
  [2579, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
]);
const TRIGGER = 1811;

// By the low byte, which is the same for every variant of a kind.
const KINDS = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/** Translates what the engine threw. */
export function toSqliteError(thrown: unknown): SqliteError {
  if (thrown instanceof SqliteError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const errno = extendedCode(thrown);
  return new SqliteError(codeOf(errno, message), message, { errno, cause: thrown });
}

function extendedCode(thrown: unknown): number {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return 0;
  return typeof thrown.errcode === 'number' ? thrown.errcode : 0;
}

function codeOf(errno: number, message: string): string {
  // ON DELETE RESTRICT is reported as a trigger; a RAISE() of a real trigger is no duplicate key, as Sequelize would have it.
  if (errno === TRIGGER) return message.startsWith('FOREIGN KEY') ? 'SQLITE_CONSTRAINT_FOREIGNKEY' : 'SQLITE_CONSTRAINT_RAISE';
  return CONSTRAINTS.get(errno) ?? KINDS.get(errno & 0xff) ?? 'SQLITE_ERROR';
}

export function closedError(): SqliteError {
  return new SqliteError('SQLITE_MISUSE', 'The connection is closed.');
}

/** SQLite's own name for it, which it uses only without a write-ahead log. */
export const FILE_GONE = 'SQLITE_READONLY_DBMOVED';
/** The same, found after a commit: the rows are in the file that is gone. */
export const WRITTEN_TO_GONE_FILE = 'SQLITE_READONLY_DBMOVED_COMMIT';

export function fileGone(path: string): SqliteError {
  return new SqliteError(FILE_GONE, goneMessage(path));
}

export function writtenToGoneFile(path: string): SqliteError {
  return new SqliteError(WRITTEN_TO_GONE_FILE, goneMessage(path));
}

function goneMessage(path: string): string {
  return `The database file ${path} or its -wal was deleted, moved or replaced. Stop the server, restore the file, and start again.`;
}

export function lockTimeout(waitMs: number): SqliteError {
  return new SqliteError(
    'SQLITE_BUSY',
    `No turn to write within ${waitMs} ms. Outside the transaction around it, a write waits for itself.`,
  );
}

/** Some errors (a full disk, `ON CONFLICT ROLLBACK`) end the transaction; what follows in it must not be committed one by one. */
export function rolledBackError(): SqliteError {
  return new SqliteError('SQLITE_ABORT', 'An error before this statement has rolled the transaction back.');
}
