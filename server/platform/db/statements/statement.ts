import { type QueryOptions, QueryTypes, type Sequelize } from 'sequelize';
import type { Deadline } from '../../concurrency/deadline.ts';
import type { TenantTables } from '../tenancy/tenant-tables.ts';
import type { TransactionScopes } from '../transactions/scopes.ts';
import { isLostConnection, mayHaveWritten, OutcomeUnknownError } from './driver-error.ts';
import { toApiError } from './errors.ts';
import type { Outage } from './outage.ts';
import { sendToMySql } from './send-to-mysql.ts';
import { checkSequelize, stateOf } from './sequelize-internals.ts';
import { StatementTemplates } from './templates.ts';
import { type Replacements, replacementsFor } from './values.ts';
import { isWrite, type WriteTimes } from './write-times.ts';

/** The parts of a database that its statements need. */
interface Parts {
  readonly sequelize: Sequelize;
  readonly isMySql: boolean;
  readonly scopes: TransactionScopes;
  readonly tenantTables: TenantTables;
  readonly outage: Outage;
  readonly writes: WriteTimes;
}

type Sql = string | { query: string };
type Query = (sql: Sql, options?: QueryOptions) => Promise<unknown>;

/** The result of a raw statement: rows, the number of written rows, or the first id and the number of the new rows. */
interface Results<T> {
  readonly [QueryTypes.SELECT]: T[];
  readonly [QueryTypes.BULKDELETE]: number;
  readonly [QueryTypes.INSERT]: [id: number, count: number];
}

export interface RawStatement {
  readonly sql: string;
  readonly values: Replacements;
  /** The project to which `:projectId` is bound; null for all projects, undefined when the statement is on no table of tenants. */
  readonly projectId: number | null | undefined;
}

/**
 * The way of every statement of one database to its connection. A raw one begins at `run`, one of a model at `sequelize.query`, which is
 * replaced here: it joins the transaction around it, is refused when the deadline of its request is over, and is sent. The wait for its
 * answer is bounded by `watchAnswers`, on each connection.
 */
export class Statements {
  readonly #db: Parts;
  readonly #sendBySequelize: Query;
  readonly #templates: StatementTemplates;

  /** @throws StartError when Sequelize is not as expected */
  constructor(db: Parts) {
    checkSequelize(db.sequelize, db.isMySql);
    this.#db = db;
    this.#templates = new StatementTemplates(db.sequelize);
    this.#sendBySequelize = db.sequelize.query.bind(db.sequelize) as Query;
    Object.assign(db.sequelize, { query: (sql: Sql, options: QueryOptions = {}) => this.perform(sql, options, false) });
  }

  /** Sends a statement with `:name` in place of values. @throws Error when it is on a tenant's table but bound to no project */
  run<K extends keyof Results<T>, T extends object>(type: K, { sql, values, projectId }: RawStatement) {
    const { tenantTables, isMySql } = this.#db;
    if (projectId !== null) tenantTables.check(sql, projectId !== undefined);
    const bound = typeof projectId === 'number' ? { ...values, projectId } : values;
    return this.perform(sql, { type, replacements: replacementsFor(isMySql, bound) }, true) as Promise<Results<T>[K]>;
  }

  /** Sends a statement in its transaction and records its effect. A lost read outside of transactions is sent again, but never a write. */
  async perform(sql: Sql, options: QueryOptions, isRaw: boolean): Promise<unknown> {
    const { scopes } = this.#db;
    const joined = { ...options, transaction: options.transaction === undefined ? scopes.transaction() : options.transaction };
    const isWriteAlone = !joined.transaction && !isRead(sql);
    beforeStatement(scopes.deadline(), sql, isWriteAlone);
    try {
      const result = await this.#send(sql, joined, isRaw);
      if (isWrite(textOf(sql))) this.#recordWrite(isWriteAlone);
      return result;
    } catch (error) {
      if (isWriteAlone) this.#failWrite(error);
      if (!isLostConnection(error) || !isPlainRead(sql, joined)) throw error;
      return this.#send(sql, joined, isRaw);
    }
  }

  async #send(sql: Sql, options: QueryOptions, isRaw: boolean): Promise<unknown> {
    const { outage } = this.#db;
    const answersBefore = outage.answers;
    try {
      const result = await this.#sendOn(sql, options, isRaw);
      outage.recordAnswer();
      return result;
    } catch (error) {
      outage.recordFailure(error, answersBefore);
      throw error;
    }
  }

  #sendOn(sql: Sql, options: QueryOptions, isRaw: boolean): Promise<unknown> {
    const { sequelize, isMySql } = this.#db;
    if (!isMySql || typeof sql !== 'string' || !(isRaw ? isSendable(options) : BEGIN_OR_COMMIT.has(sql)))
      return this.#sendBySequelize(sql, options);
    const { type, transaction = null, replacements = {} } = options;
    return sendToMySql(sequelize, this.#templates.format(sql, replacements), { type, transaction });
  }

  /** A write of a transaction counts when that commits or fails: see `inTransaction`. */
  #recordWrite(isAlone: boolean): void {
    if (isAlone) this.#db.writes.recordCommit();
    else this.#db.scopes.markWritten();
  }

  /** @throws the failure of a write outside of transactions, or OutcomeUnknownError when it may have happened */
  #failWrite(error: unknown): never {
    if (toApiError(error) !== null) this.#db.writes.recordFailure();
    throw mayHaveWritten(error) ? new OutcomeUnknownError(error) : error;
  }
}

/** The statements of Sequelize's transactions that need no model. */
const BEGIN_OR_COMMIT = new Set(['START TRANSACTION;', 'COMMIT;']);

/** Sequelize refuses the statements of an ended transaction. */
function isSendable({ transaction }: QueryOptions): boolean {
  return !transaction || stateOf(transaction) === 'open';
}

/** @throws ApiError 503 when the client of the request has its answer; its transaction may only end */
function beforeStatement(deadline: Deadline | null, sql: Sql, isWriteAlone: boolean): void {
  if (deadline === null || (typeof sql === 'string' && /^(?:COMMIT|ROLLBACK);?$/.test(sql))) return;
  deadline.check();
  if (isWriteAlone) deadline.mayHaveWritten = true;
}

function isPlainRead(sql: Sql, { transaction, type }: QueryOptions): boolean {
  return !transaction && type === QueryTypes.SELECT && isRead(sql);
}

function isRead(sql: Sql): boolean {
  return /^\s*(?:select|with|show)\b/i.test(textOf(sql));
}

function textOf(sql: Sql): string {
  return typeof sql === 'string' ? sql : sql.query;
}
