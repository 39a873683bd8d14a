import { randomInt } from 'node:crypto';
import { type Model, type ModelStatic, Sequelize } from 'sequelize';
import type { DatabaseConfig } from '../../config/types.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Logger } from '../observe/logger.ts';
import { Subscriptions } from '../outgoing/subscriptions.ts';
import { sequelizeOptions } from './options.ts';
import { countWrites } from './revisions.ts';
import { Outage } from './statements/outage.ts';
import { Statements } from './statements/statement.ts';
import { WriteTimes } from './statements/write-times.ts';
import { readSubscriptions } from './subscription-rows.ts';
import { guardTenancy } from './tenancy/models.ts';
import { TenantTables } from './tenancy/tenant-tables.ts';
import { TransactionScopes } from './transactions/scopes.ts';

const QUERY_DEADLINE_MS = 2000;

/** The database of a runtime: its connections, the models that are bound to it, and the transactions under way. */
export class Database {
  readonly sequelize: Sequelize;
  readonly config: DatabaseConfig;
  readonly log: Logger;
  readonly isMySql: boolean;
  readonly scopes = new TransactionScopes();
  readonly tenantTables = new TenantTables();
  /** Processes begin at different slots of a counter, so that they seldom wait for each other. */
  readonly firstSlot = randomInt(1_000);
  /** Gives the times of writes. */
  readonly clock: Clock;
  readonly writes: WriteTimes;
  readonly outage: Outage;
  /** Sends every statement, those of models too. */
  readonly statements: Statements;
  /** Which webhooks want which events. */
  readonly subscriptions: Subscriptions;

  constructor(config: DatabaseConfig, log: Logger, { deadlineMs = QUERY_DEADLINE_MS, clock = systemClock }: DatabaseOptions) {
    this.config = config;
    this.log = log;
    this.clock = clock;
    this.writes = new WriteTimes(clock);
    this.outage = new Outage(log);
    this.isMySql = config.engine === 'mysql';
    this.sequelize = new Sequelize(sequelizeOptions(config, deadlineMs, log));
    this.statements = new Statements(this);
    this.subscriptions = new Subscriptions(() => readSubscriptions(this.statements), log);
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
  /** Tables without a model whose rows belong to projects. Raw statements on them are guarded too. */
  readonly tenantTables?: readonly string[];
  /** Gives the times of writes; the system's clock by default. */
  readonly clock?: Clock;
}

/**
 * Opens a pool of connections and sends nothing yet. Each wait is bounded: 1.5 s for a connection, `deadlineMs` for an answer of a MySQL
 * server, after which the statement fails and its connection is closed. Statements join the transaction of `inTransaction`.
 */
export function createDatabase(config: DatabaseConfig, log: Logger, options: DatabaseOptions = {}): Database {
  const db = new Database(config, log, options);
  options.initModels?.(db.sequelize);
  for (const table of options.tenantTables ?? []) db.tenantTables.add(table);
  for (const model of Object.values(db.sequelize.models)) {
    if ('revision' in model.getAttributes()) countWrites(model);
    if (!('projectId' in model.getAttributes())) continue;
    guardTenancy(model);
    db.tenantTables.add(model.tableName);
  }
  return db;
}
