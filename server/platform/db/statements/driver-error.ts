import { FILE_GONE, WRITTEN_TO_GONE_FILE } from '../sqlite/error.ts';

/** The fields of a failure that mysql2 and the SQLite driver set. */
export interface DriverError {
  /** MySQL's number; mysql2's `code` is wrong for some of MariaDB's, so compare this one. */
  readonly errno: number | null;
  /** SQLite's and Node's name, e.g. `SQLITE_BUSY`, `ECONNRESET`. */
  readonly code: string;
  /** The connection is gone. */
  readonly fatal: boolean;
  readonly message: string;
}

/** The server rolled the transaction back although its work went on, as it does after a deadlock. */
export class RolledBackError extends Error {
  constructor(cause: unknown) {
    super('The database rolled the transaction back.', { cause });
    this.name = 'RolledBackError';
  }
}

export const QUERY_DEADLINE = 'QUERY_DEADLINE';

/** "Got error … during COMMIT" */
const COMMIT_FAILED = 1180;

/** Deadlock, lock wait, record changed since the snapshot, NOWAIT: a retry finds the other transaction gone. */
const COLLISIONS = new Set([1213, 1205, 1020, 3572]);

/** A change was sent to the database but never confirmed, so it may have been made. It is never repeated. */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super(`The database did not confirm a change: ${driverErrorOf(cause).message}`, { cause });
    this.name = 'OutcomeUnknownError';
  }
}

/** The driver's error at the bottom of a Sequelize error, or the error itself. */
export function driverErrorOf(error: unknown): DriverError {
  const bottom = bottomOf(error);
  const errno = fieldOf(bottom, 'errno');
  const code = fieldOf(bottom, 'code');
  return {
    errno: typeof errno === 'number' ? errno : null,
    code: typeof code === 'string' ? code : '',
    fatal: fieldOf(bottom, 'fatal') === true,
    message: bottom instanceof Error ? bottom.message : '',
  };
}

/** Whether the same transaction, run again, may succeed. */
export function isCollision(error: unknown): boolean {
  const { errno, code } = driverErrorOf(error);
  return (errno !== null && COLLISIONS.has(errno)) || code.startsWith('SQLITE_BUSY');
}

/** Whether the connection broke under the statement, so that a new one may succeed. False when the server did not answer. */
export function isLostConnection(error: unknown): boolean {
  return brokeUnderStatement(error) && driverErrorOf(error).code !== QUERY_DEADLINE;
}

/** Whether a write outside of transactions, or a COMMIT of the embedded engine, may have succeeded although it failed. */
export function mayHaveWritten(error: unknown): boolean {
  const { errno, code } = driverErrorOf(error);
  return brokeUnderStatement(error) || errno === COMMIT_FAILED || code === WRITTEN_TO_GONE_FILE;
}

/** Whether the file of the embedded database was deleted, moved or replaced while it was open. */
export function isFileGone(error: unknown): boolean {
  const { code } = driverErrorOf(error instanceof OutcomeUnknownError ? error.cause : error);
  return code === FILE_GONE || code === WRITTEN_TO_GONE_FILE;
}

/** False when there was no connection to send the statement on. */
function brokeUnderStatement(error: unknown): boolean {
  return driverErrorOf(error).fatal && fieldOf(error, 'name') === 'SequelizeDatabaseError';
}

function bottomOf(error: unknown): unknown {
  const parent = fieldOf(error, 'parent');
  return parent instanceof Error && parent !== error ? bottomOf(parent) : error;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
