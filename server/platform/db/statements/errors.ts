import { ConnectionError, type Model, type ModelStatic, type Sequelize, UniqueConstraintError } from 'sequelize';
import { type ApiError, outcomeUnknown, unavailable } from '../../errors.ts';
import { driverErrorOf, isCollision, isFileGone, OutcomeUnknownError, QUERY_DEADLINE, RolledBackError } from './driver-error.ts';

/** Numbers with which MySQL and MariaDB refuse service. Faults in a statement are missing here, because they are bugs. */
const REFUSALS = new Set([
  ...[1040, 1203, 1226], // too many connections, of all or of this user
  ...[1044, 1045, 1049, 1129, 1130, 1142, 1143, 1227, 1698], // login or rights changed, the database is not there, the host is blocked
  ...[1290, 1792, 1836], // read-only
  ...[3, 20, 28, 1021, 1026, 1030, 1114], // disk or table full, the file system fails
  ...[1969, 3024, 1317], // the statement took too long or was killed
  ...[1053, 1077, 1152, 1153, 1158, 1159, 1160, 1161, 1184, 1927, 4031], // shutting down, the connection was closed
  ...[1047, 1180, 1637, 3100, 3101], // the node is not part of its cluster, or its cluster refused
]);
const SQLITE_REFUSALS = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM)/;
const NETWORK_FAILURES = new Set([
  QUERY_DEADLINE,
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The reason that clients see; the path is only in the log. */
export const FILE_GONE_MESSAGE = 'The database file is gone.';

/**
 * 503 when the database is unreachable, overloaded, frozen, full or read-only, or when every retry met another transaction; with
 * `outcome_unknown` when a change may have been made. The failure is its cause. null for anything else, which is a bug.
 */
export function toApiError(error: unknown): ApiError | null {
  const reason = isFileGone(error) ? FILE_GONE_MESSAGE : undefined;
  if (error instanceof OutcomeUnknownError) return outcomeUnknown(error, reason);
  return isRefusal(error) ? unavailable(reason, error) : null;
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof RolledBackError || isCollision(error)) return true;
  const { errno, code, fatal } = driverErrorOf(error);
  return fatal || (errno !== null && REFUSALS.has(errno)) || NETWORK_FAILURES.has(code) || SQLITE_REFUSALS.test(code);
}

/** The part of a database that knows the indexes of its models. */
interface Models {
  readonly sequelize: Sequelize;
}

/**
 * Whether a write was refused because a unique key has that value already. `key` narrows it to one index, by name or columns.
 * MySQL reports the name and SQLite the columns; the model's `indexes` translate between them.
 */
export function isUniqueViolation(db: Models, error: unknown, key?: string | readonly string[]): boolean {
  if (!(error instanceof UniqueConstraintError)) return false;
  if (key === undefined) return true;
  const violated = violatedKey(driverErrorOf(error).message);
  if (violated === null) return false;
  if (typeof key === typeof violated) return nameOf(key) === nameOf(violated);
  const [name, columns] = typeof key === 'string' ? [key, violated] : [violated, key];
  return columnsOfIndex(db, String(name)).some((known) => nameOf(known) === nameOf(columns));
}

/** The index by name, or its columns. */
function violatedKey(message: string): string | readonly string[] | null {
  const columns = /^(?:\w+: )?UNIQUE constraint failed: (.+)$/.exec(message)?.[1];
  if (columns !== undefined) return columns.split(', ').map((column) => column.split('.').at(-1) ?? column);
  return / for key '(?:[^']*\.)?([^'.]+)'$/.exec(message)?.[1] ?? null;
}

function nameOf(key: string | readonly string[]): string {
  return typeof key === 'string' ? key : [...key].sort().join(',');
}

function columnsOfIndex(db: Models, name: string): string[][] {
  return Object.values(db.sequelize.models).flatMap((model) => indexesOf(model, name));
}

function indexesOf(model: ModelStatic<Model>, name: string): string[][] {
  const indexes = (model.options.indexes ?? []).filter((index) => index.name === name);
  return indexes.map((index) =>
    (index.fields ?? []).map((field) => (typeof field === 'string' ? field : 'name' in field ? field.name : String(field))),
  );
}
