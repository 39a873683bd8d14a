import { type Model, type ModelStatic, type QueryOptions, QueryTypes, Sequelize } from 'sequelize';
import type { DatabaseConfig } from '../../config/types.ts';
import type { Logger } from '../logger.ts';
import { isLostConnection } from './driver-error.ts';
import { sequelizeOptions } from './options.ts';
import { TransactionScopes } from './scopes.ts';
import { guardTenancy } from './tenancy.ts';
import { TenantTables } from './tenant-tables.ts';

const QUERY_DEADLINE_MS = 2000;

/** The database of a runtime: its connections, the models that are bound to it, and the transactions under way. */
export class Database {
  readonly sequelize: Sequelize;
  readonly config: DatabaseConfig;
  readonly log: Logger;
  readonly isMySql: boolean;
  readonly scopes = new TransactionScopes();
  readonly tenantTables = new TenantTables();

  constructor(config: DatabaseConfig, log: Logger, deadlineMs: number | null) {
    this.config = config;
    this.log = log;
    this.isMySql = config.engine === 'mysql';
    this.sequelize = new Sequelize(sequelizeOptions(config, deadlineMs));
    interceptQueries(this.sequelize, this.scopes);
  }

  /** The model of this database that was bound from the class `unbound`. @throws Error when `initModels` did not bind it */
  model<M extends ModelStatic<Model>>(unbound: M): M {
    // Sequelize finds models by name and so loses their type; `initModels` binds each under the name of its class
    return this.sequelize.model(unbound.name) as M;
  }

  close(): Promise<void> {
    return this.sequelize.close();
  }
}

export interface DatabaseOptions {
  /** Longest wait for the answer to a statement, in milliseconds; null waits without end, as migrations must. Default 2,000. */
  readonly deadlineMs?: number | null;
  /** Binds models to the connections. Each model with a `projectId` is then guarded against queries that name no project. */
  readonly initModels?: (sequelize: Sequelize) => void;
}

/**
 * Opens a pool of connections and sends nothing yet. Each wait is bounded: 1.5 s for a connection, `deadlineMs` for an answer of a MySQL
 * server, after which the statement fails and its connection is closed. Statements join the transaction of `inTransaction`.
 */
export function createDatabase(config: DatabaseConfig, log: Logger, options: DatabaseOptions = {}): Database {
  const { deadlineMs = QUERY_DEADLINE_MS, initModels } = options;
  const db = new Database(config, log, deadlineMs);
  initModels?.(db.sequelize);
  for (const model of Object.values(db.sequelize.models)) {
    if (!('projectId' in model.getAttributes())) continue;
    guardTenancy(model);
    db.tenantTables.add(model);
  }
  return db;
}

type Query = (sql: string | { query: string }, options?: QueryOptions) => Promise<unknown>;

/** Every statement goes through `query`, those of models too: here it joins its transaction, and a lost read is sent once more. */
function interceptQueries(sequelize: Sequelize, scopes: TransactionScopes): void {
  const send = sequelize.query.bind(sequelize) as Query;
  const query: Query = async (sql, options = {}) => {
    const transaction = options.transaction === undefined ? scopes.transaction() : options.transaction;
    const joined = { ...options, transaction };
    try {
      return await send(sql, joined);
    } catch (error) {
      // a write may have happened: its caller must decide
      if (!isLostConnection(error) || !isPlainRead(sql, joined)) throw error;
      return send(sql, joined);
    }
  };
  Object.assign(sequelize, { query });
}

function isPlainRead(sql: string | { query: string }, { transaction, type }: QueryOptions): boolean {
  if (transaction) return false;
  const text = typeof sql === 'string' ? sql : sql.query;
  return type === QueryTypes.SELECT && /^\s*(?:select|with)\b/i.test(text);
}
