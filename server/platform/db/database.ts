import { randomInt } from 'node:crypto';
import { type Model, type ModelStatic, type QueryOptions, QueryTypes, Sequelize } from 'sequelize';
import type { DatabaseConfig } from '../../config/types.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Logger } from '../observe/logger.ts';
import { sequelizeOptions } from './options.ts';
import { isLostConnection, mayHaveWritten, OutcomeUnknownError } from './statements/driver-error.ts';
import { toApiError } from './statements/errors.ts';
import { Outage } from './statements/outage.ts';
import { isRawStatement, StatementTemplates, sendToMySql } from './statements/raw-statement.ts';
import { isWrite, WriteTimes } from './statements/write-times.ts';
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
  readonly writes: WriteTimes;
  readonly outage: Outage;

  constructor(config: DatabaseConfig, log: Logger, { deadlineMs = QUERY_DEADLINE_MS, clock = systemClock }: DatabaseOptions) {
    this.config = config;
    this.log = log;
    this.writes = new WriteTimes(clock);
    this.outage = new Outage(log);
    this.isMySql = config.engine === 'mysql';
    this.sequelize = new Sequelize(sequelizeOptions(config, deadlineMs, log));
    interceptQueries(this);
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
  for (const model of Object.values(db.sequelize.models)) {
    if (!('projectId' in model.getAttributes())) continue;
    guardTenancy(model);
    db.tenantTables.add(model);
  }
  return db;
}

type Query = (sql: string | { query: string }, options?: QueryOptions) => Promise<unknown>;

/**
 * Every statement goes through `query`, those of models too: here it joins its transaction, the time of a write is recorded, and a lost
 * read is sent once more, but never a write.
 */
function interceptQueries(db: Database): void {
  const { sequelize, scopes, isMySql, outage } = db;
  const sendBySequelize = sequelize.query.bind(sequelize) as Query;
  const templates = new StatementTemplates(sequelize);
  const sendOn: Query = (sql, options = {}) => {
    if (!isMySql || typeof sql !== 'string' || !isRawStatement(sql, options)) return sendBySequelize(sql, options);
    return sendToMySql(sequelize, templates.format(sql, options.replacements ?? {}), options);
  };
  const send: Query = async (sql, options) => {
    const answersBefore = outage.answers;
    try {
      const result = await sendOn(sql, options);
      outage.recordAnswer();
      return result;
    } catch (error) {
      outage.recordFailure(error, answersBefore);
      throw error;
    }
  };
  const query: Query = async (sql, options = {}) => {
    const transaction = options.transaction === undefined ? scopes.transaction() : options.transaction;
    const joined = { ...options, transaction };
    const isWriteAlone = !transaction && !isRead(sql);
    beforeStatement(scopes.deadline(), sql, isWriteAlone);
    try {
      const result = await send(sql, joined);
      if (isWrite(textOf(sql))) recordWrite(db, isWriteAlone);
      return result;
    } catch (error) {
      if (isWriteAlone) failWrite(db, error);
      if (!isLostConnection(error) || !isPlainRead(sql, joined)) throw error;
      return send(sql, joined);
    }
  };
  Object.assign(sequelize, { query });
}

/** @throws ApiError 503 when the client of the request has its answer; its transaction may only end */
function beforeStatement(deadline: Deadline | null, sql: string | { query: string }, isWriteAlone: boolean): void {
  if (deadline === null || (typeof sql === 'string' && /^(?:COMMIT|ROLLBACK);?$/.test(sql))) return;
  deadline.check();
  if (isWriteAlone) deadline.mayHaveWritten = true;
}

/** A write of a transaction counts when that commits or fails: see `inTransaction`. */
function recordWrite(db: Database, isAlone: boolean): void {
  if (isAlone) db.writes.recordCommit();
  else db.scopes.markWritten();
}

/** @throws the failure of a write outside of transactions, or OutcomeUnknownError when it may have happened */
function failWrite(db: Database, error: unknown): never {
  if (toApiError(error) !== null) db.writes.recordFailure();
  throw mayHaveWritten(error) ? new OutcomeUnknownError(error) : error;
}

function isPlainRead(sql: string | { query: string }, { transaction, type }: QueryOptions): boolean {
  return !transaction && type === QueryTypes.SELECT && isRead(sql);
}

function isRead(sql: string | { query: string }): boolean {
  return /^\s*(?:select|with|show)\b/i.test(textOf(sql));
}

function textOf(sql: string | { query: string }): string {
  return typeof sql === 'string' ? sql : sql.query;
}
