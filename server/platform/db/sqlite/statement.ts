/** How a statement affects the locks and caches of the driver. */
export interface StatementKind {
  /** It needs the writer lock. */
  readonly writes: boolean;
  /** It changes the schema. */
  readonly alters: boolean;
  readonly begins: boolean;
  readonly ends: 'commit' | 'rollback' | null;
  /** It sets an option of its handle, which then must not serve another connection. */
  readonly configures: boolean;
}

const BLANK_OR_COMMENT = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;
const READS = new Set(['SELECT', 'VALUES', 'EXPLAIN', 'SAVEPOINT', 'RELEASE', 'COMMIT', 'END', 'ROLLBACK']);
const ALTERS = new Set(['CREATE', 'ALTER', 'DROP', 'REINDEX', 'VACUUM']);
// Pragmas that touch the file; all others read, or set an option of the handle.
const WRITING_PRAGMA =
  /^PRAGMA\s+(?:\w+\.)?(?:application_id|auto_vacuum|incremental_vacuum|journal_mode|optimize|user_version|wal_checkpoint)\b/i;

/**
 * Sorts a statement by its first word. Whatever is not known to be a read counts as a write: a needless wait for the lock costs little,
 * a write that slips past it would block the event loop.
 */
export function statementKind(sql: string): StatementKind {
  const text = sql.replace(BLANK_OR_COMMENT, '');
  const word = /^[A-Za-z]*/.exec(text)?.[0].toUpperCase() ?? '';
  return {
    writes: isWrite(word, text),
    alters: ALTERS.has(word),
    begins: word === 'BEGIN',
    ends: endOf(word, text),
    configures: word === 'PRAGMA' && text.includes('='),
  };
}

function isWrite(word: string, text: string): boolean {
  if (READS.has(word)) return false;
  if (word === 'PRAGMA') return WRITING_PRAGMA.test(text);
  if (word === 'BEGIN') return /^BEGIN\s+(?:IMMEDIATE|EXCLUSIVE)\b/i.test(text);
  if (word === 'WITH') return /\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i.test(text);
  return true;
}

function endOf(word: string, text: string): StatementKind['ends'] {
  if (word === 'COMMIT' || word === 'END') return 'commit';
  if (word === 'ROLLBACK' && !/^ROLLBACK\s+(?:TRANSACTION\s+)?TO\b/i.test(text)) return 'rollback';
  return null;
}

/** The arguments for a prepared statement, from the list or the `{ $1: … }` object that Sequelize hands over. */
export function toArguments(parameters: unknown): unknown[] {
  if (Array.isArray(parameters)) return parameters.map(toSqlValue);
  if (typeof parameters !== 'object' || parameters === null) return [];
  return [Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, toSqlValue(value)]))];
}

function toSqlValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  // The engine binds a number beyond 32 bits as REAL, which a text column would keep as '1234567890123.0'.
  if (typeof value === 'number') return Number.isSafeInteger(value) && value !== (value | 0) ? BigInt(value) : value;
  // The text that Sequelize stores, so that a bound date compares with a stored one.
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', ' +00:00');
  return value;
}

export type Row = Record<string, unknown>;

/** The engine's rows have no prototype and bytes that are no Buffer; callers expect both. */
export function toRow(source: Row): Row {
  const row: Row = {};
  for (const name of Object.keys(source)) {
    const value = source[name];
    row[name] = value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
  }
  return row;
}
