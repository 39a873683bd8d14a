import { Sequelize, Transaction } from 'sequelize';
import { StartError } from '../../start-error.ts';

// Everything of Sequelize that its types do not show is read here, and `checkSequelize` proves at the start that it is there.

/** A connection of mysql2. */
export interface Connection {
  query(statement: { sql: string }, done: (error: Error | null, answer: object) => void): void;
}

/** The pool of connections to a MySQL server. */
interface Pool {
  readonly using: number;
  readonly available: number;
  readonly waiting: number;
}

type QueryClass = new (
  connection: Connection,
  sequelize: object,
  options: object,
) => { formatError(error: Error, stack: string | undefined): Error };

type Method = (...args: unknown[]) => unknown;

/** How far a transaction is: Sequelize sets `commit` or `rollback` when it sends that statement. */
export function stateOf(transaction: object): 'open' | 'commit' | 'rollback' {
  const finished: unknown = Reflect.get(transaction, 'finished');
  return finished === 'commit' || finished === 'rollback' ? finished : 'open';
}

/** The server has rolled it back; like Sequelize, refuse its further statements. */
export async function endTransaction(transaction: Transaction): Promise<void> {
  await transaction.rollback().catch(() => {});
  Object.assign(transaction, { finished: 'rollback' });
}

/** The connection of a transaction that has begun. @throws StartError rather than let a statement leave its transaction */
export function connectionOf(transaction: object): Connection {
  const connection: Connection | undefined = Reflect.get(transaction, 'connection');
  if (connection === undefined) throw unknownSequelize('its transactions have no connection');
  return connection;
}

/** The class that makes Sequelize's errors of those of the driver. */
export function queryClassOf(sequelize: object): QueryClass {
  const dialect: { readonly Query: QueryClass } = Reflect.get(sequelize, 'dialect');
  return dialect.Query;
}

export function poolOf({ connectionManager }: Sequelize): Pool {
  return Reflect.get(connectionManager, 'pool');
}

/** A method that is called or replaced. @throws StartError when Sequelize has none of this name */
export function methodOf(owner: object, name: string, label = name): Method {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== 'function') throw unknownSequelize(`it has no ${label}`);
  return method as Method;
}

/**
 * Call it before `sequelize.query` is replaced. An update of Sequelize that changes what Diwan relies on must not start: statements could
 * leave their transactions. @throws StartError
 */
export function checkSequelize(sequelize: Sequelize, isMySql: boolean): void {
  methodOf(sequelize, 'query');
  checkTransactions(sequelize);
  if (!isMySql) return;
  methodOf(sequelize.connectionManager, 'getConnection', 'connectionManager.getConnection');
  methodOf(sequelize.connectionManager, 'releaseConnection', 'connectionManager.releaseConnection');
  const Query: object = methodOf(Reflect.get(sequelize, 'dialect') ?? {}, 'Query', 'dialect.Query');
  methodOf(Reflect.get(Query, 'prototype'), 'formatError', 'dialect.Query.formatError');
  const pool = poolOf(sequelize) ?? {};
  for (const count of ['using', 'available', 'waiting'] as const)
    if (typeof pool[count] !== 'number') throw unknownSequelize(`its pool has no ${count}`);
}

/** A transaction that is never sent shows how Sequelize begins and ends one, and that it does so by the `query` of the instance. */
function checkTransactions(sequelize: Sequelize): void {
  const sent: string[] = [];
  const queries = sequelize.getQueryInterface();
  const original = sequelize.query;
  const record = (sql: string): Promise<void> => Promise.resolve(void sent.push(sql));
  Object.assign(sequelize, { query: record });
  const states = (['startTransaction', 'commitTransaction', 'rollbackTransaction'] as const).map((name) => {
    const transaction = new Transaction(sequelize, {});
    const begun = methodOf(queries, name, `queryInterface.${name}`).call(queries, transaction, {});
    Promise.resolve(begun).catch(() => {});
    return stateOf(transaction);
  });
  Object.assign(sequelize, { query: original });
  const [begin = '', ...ends] = sent;
  if (!/^(?:START TRANSACTION|BEGIN [A-Z]+ TRANSACTION);$/.test(begin) || ends.join(' ') !== 'COMMIT; ROLLBACK;')
    throw unknownSequelize(`its transactions send ${sent.join(' ') || 'nothing by sequelize.query'}`);
  if (states.join(' ') !== 'open commit rollback') throw unknownSequelize('its transactions do not say how they ended');
}

function unknownSequelize(difference: string): StartError {
  const version: unknown = Reflect.get(Sequelize, 'version');
  return new StartError(
    `Sequelize ${String(version)} is not as Diwan needs it, because ${difference}: install the versions of package-lock.json with npm ci.`,
  );
}
