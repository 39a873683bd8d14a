import { type QueryOptions, QueryTypes, Sequelize } from 'sequelize';
import type { DatabaseConfig } from '../../config/types.ts';
import type { Logger } from '../logger.ts';
import { isLostConnection } from './driver-error.ts';
import { sequelizeOptions } from './options.ts';
import { inOpenTransaction } from './scope.ts';

const QUERY_DEADLINE_MS = 2000;

interface Settings {
  readonly config: DatabaseConfig;
  readonly log: Logger;
}

type Query = (sql: string | { query: string }, options?: QueryOptions) => Promise<unknown>;

const opened = new WeakMap<Sequelize, Settings>();

/**
 * A pool of connections to the database; nothing is sent yet. Every wait is bounded: 1.5 s for a connection, `deadlineMs`
 * (2 s) for each answer of a MySQL server, after which the statement fails and its connection is thrown away; null waits for
 * ever, as migrations must. Statements take part in the transaction of `inTransaction` by themselves.
 */
export function openDatabase(
  config: DatabaseConfig,
  log: Logger,
  { deadlineMs = QUERY_DEADLINE_MS }: { deadlineMs?: number | null } = {},
): Sequelize {
  const sequelize = new Sequelize(sequelizeOptions(config, deadlineMs));
  repeatLostReads(sequelize);
  opened.set(sequelize, { config, log });
  return sequelize;
}

/** What `sequelize` was opened with. Throws when it was not opened by `openDatabase`. */
export function settingsOf(sequelize: Sequelize): Settings {
  const settings = opened.get(sequelize);
  if (settings === undefined) throw new Error('This database was not opened by openDatabase.');
  return settings;
}

/** A read whose connection breaks is sent once more, on a new one. A write may have happened: the caller must decide. */
function repeatLostReads(sequelize: Sequelize): void {
  const send = sequelize.query.bind(sequelize) as Query;
  const query: Query = async (sql, options) => {
    try {
      return await send(sql, options);
    } catch (error) {
      if (!isLostConnection(error) || !isPlainRead(sql, options)) throw error;
      return send(sql, options);
    }
  };
  Object.assign(sequelize, { query });
}

function isPlainRead(sql: string | { query: string }, options: QueryOptions = {}): boolean {
  if (options.transaction || inOpenTransaction()) return false;
  const text = typeof sql === 'string' ? sql : sql.query;
  return options.type === QueryTypes.SELECT && /^\s*(?:select|with)\b/i.test(text);
}
