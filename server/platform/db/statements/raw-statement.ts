import { LRUCache } from 'lru-cache';
import { type QueryOptions, QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import { stateOf } from '../transactions/scopes.ts';

/** A connection of mysql2. */
interface Connection {
  query(statement: { sql: string }, done: (error: Error | null, answer: object) => void): void;
}

/** The parts of Sequelize that its types do not show. */
interface Pool {
  getConnection(options: object): Promise<Connection>;
  releaseConnection(connection: Connection): void;
}

interface Dialect {
  readonly Query: new (connection: Connection, sequelize: object, options: object) => ErrorFormatter;
}

interface ErrorFormatter {
  formatError(error: Error, stack: string | undefined): Error;
}

const DEADLOCK = 1213;
const RAW_TYPES = new Set<string>([QueryTypes.SELECT, QueryTypes.BULKDELETE, QueryTypes.INSERT]);

/**
 * A statement of `sql.ts` or `insert-rows.ts`, which has replacements and needs no model, or one that begins or commits a transaction.
 * Sequelize refuses the statements of an ended transaction.
 */
export function isRawStatement(sql: string, { replacements, type, plain, transaction }: QueryOptions): boolean {
  if (sql === 'START TRANSACTION;' || sql === 'COMMIT;') return true;
  const isOpen = !transaction || stateOf(transaction) === 'open';
  return isOpen && replacements !== undefined && plain !== true && RAW_TYPES.has(type ?? '');
}

/**
 * Sends a statement to MySQL on the connection of its transaction, or on one of the pool. Returns the rows of a SELECT, the first
 * id and the number of rows of an INSERT, otherwise the number of written rows. `sequelize.query` does the same with hooks, retries and
 * merged options, at twice the CPU time of the driver.
 */
export async function sendToMySql(sequelize: object, sql: string, { transaction = null, type }: QueryOptions): Promise<unknown> {
  const pool: Pool = Reflect.get(sequelize, 'connectionManager');
  const held: Connection | null = transaction === null ? null : Reflect.get(transaction, 'connection');
  const connection = held ?? (await pool.getConnection({ type }));
  try {
    const answer = await answerOf(connection, sql);
    const written: unknown = Reflect.get(answer, 'affectedRows');
    if (type === QueryTypes.INSERT) return [Reflect.get(answer, 'insertId'), written];
    return type === QueryTypes.SELECT ? answer : written;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (transaction !== null && Reflect.get(error, 'errno') === DEADLOCK) await endTransaction(transaction);
    const { Query }: Dialect = Reflect.get(sequelize, 'dialect');
    throw new Query(connection, sequelize, { type, logging: false }).formatError(Object.assign(error, { sql }), error.stack);
  } finally {
    if (held === null) pool.releaseConnection(connection);
  }
}

function answerOf(connection: Connection, sql: string): Promise<object> {
  return new Promise((resolve, reject) => {
    connection.query({ sql }, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/** The server has rolled it back; like Sequelize, refuse its further statements. */
async function endTransaction(transaction: Transaction): Promise<void> {
  await transaction.rollback().catch(() => {});
  Object.assign(transaction, { finished: 'rollback' });
}

/** Puts escaped values in place of `:name`. Each statement is parsed once: there are few statements, and many values. */
export class StatementTemplates {
  readonly #sequelize: Sequelize;
  /** Text and names in turn. */
  readonly #parsed = new LRUCache<string, readonly string[]>({ max: 1_000 });

  constructor(sequelize: Sequelize) {
    this.#sequelize = sequelize;
  }

  /** @throws Error when a name has no value */
  format(sql: string, values: object): string {
    const parts = this.#parsed.get(sql) ?? parse(sql);
    this.#parsed.set(sql, parts);
    return parts.map((part, index) => (index % 2 === 0 ? part : this.#escape(part, Reflect.get(values, part)))).join('');
  }

  #escape(name: string, value: string | undefined): string {
    if (value === undefined) throw new Error(`The statement has no value for :${name}.`);
    return this.#sequelize.escape(value);
  }
}

/** A literal or a comment holds no names. */
function parse(sql: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: text, 1: name, index } of sql.matchAll(
    /'(?:[^'\\]|\\.|'')*'|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w:]):([a-z]\w*)/gi,
  )) {
    if (name === undefined) continue;
    parts.push(sql.slice(start, index), name);
    start = index + text.length;
  }
  return [...parts, sql.slice(start)];
}
