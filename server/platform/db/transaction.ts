import { setTimeout as sleep } from 'node:timers/promises';
import { Transaction, type TransactionOptions } from 'sequelize';
import { stateOf } from './cls.ts';
import { settingsOf } from './connection.ts';
import { database } from './database.ts';
import { isCollision, isLostConnection } from './driver-error.ts';
import { openScope, runInScope, type Scope } from './scope.ts';
import { isMySql } from './sql.ts';

const MAX_TRIES = 6;
/** No new try starts later than this: whoever waits is better off with a 503 by then. */
const RETRY_WINDOW_MS = 3000;

/** The server rolled the transaction back although its work went on, as it does after a deadlock. */
export class RolledBackError extends Error {
  constructor(cause: unknown) {
    super('The database rolled the transaction back.', { cause });
    this.name = 'RolledBackError';
  }
}

/**
 * Runs `work` in a transaction (READ COMMITTED) that all of its statements join by themselves, and resolves once it is
 * committed. Inside another `inTransaction` it becomes part of that one. After a deadlock or a lock time-out the whole is
 * run again, up to 6 times: `work` must not have effects outside the database; those belong into `afterCommit`.
 */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  const outer = openScope();
  if (outer?.isSnapshot === true) throw new Error('A snapshot only reads: start the transaction outside of it.');
  if (outer !== null) return work();
  return runWithRetry({ isSnapshot: false, options: {} }, work);
}

/**
 * Runs `work`, which only reads, against one state of the database: what others commit meanwhile is not seen. Inside a
 * transaction it becomes part of that one, and sees what that sees.
 */
export async function inSnapshot<T>(work: () => Promise<T>): Promise<T> {
  if (openScope() !== null) return work();
  const options = isMySql() ? { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ } : { type: Transaction.TYPES.DEFERRED };
  return runWithRetry({ isSnapshot: true, options }, work);
}

/**
 * Calls `fn` once the outermost transaction is committed, before `inTransaction` resolves; never after a rollback. Several
 * are called in order, each after the one before. Outside of a transaction `fn` is called at once. Its failure is logged: what
 * was committed stays committed.
 */
export function afterCommit(fn: () => void | Promise<void>): void {
  const scope = openScope();
  if (scope === null) void runQuietly(fn);
  else scope.afterCommit.push(fn);
}

interface Kind {
  readonly isSnapshot: boolean;
  readonly options: TransactionOptions;
}

async function runWithRetry<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
  const lastStart = performance.now() + RETRY_WINDOW_MS;
  let mayReconnect = true;
  for (let attempt = 1; ; attempt += 1) {
    const run = newRun(kind);
    try {
      return await runOnce(run, kind.options, work);
    } catch (error) {
      const mayRetry = attempt < MAX_TRIES && performance.now() < lastStart;
      const lostUnharmed = isLostConnection(error) && (kind.isSnapshot || !run.begun);
      const isPassing = isCollision(error) || error instanceof RolledBackError || (lostUnharmed && mayReconnect);
      if (!mayRetry || !isPassing) throw error;
      mayReconnect &&= !lostUnharmed;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** `begun`: whether the work has been called, so that it may have written. */
type Run = Scope & { begun: boolean };

function newRun({ isSnapshot }: Kind): Run {
  return { isSnapshot, afterCommit: [], isOpen: false, begun: false };
}

async function runOnce<T>(run: Run, options: TransactionOptions, work: () => Promise<T>): Promise<T> {
  const begin = () => database().transaction(options, (transaction) => runWork(run, transaction, work));
  const result = await runInScope(run, begin);
  for (const fn of run.afterCommit) await runQuietly(fn);
  return result;
}

async function runWork<T>(run: Run, transaction: Transaction, work: () => Promise<T>): Promise<T> {
  run.isOpen = true;
  run.begun = true;
  try {
    const result = await work();
    if (stateOf(transaction) === 'rollback') throw new RolledBackError(null);
    return result;
  } catch (error) {
    if (stateOf(transaction) === 'rollback' && !isCollision(error)) throw new RolledBackError(error);
    throw error;
  } finally {
    run.isOpen = false;
  }
}

async function runQuietly(fn: () => void | Promise<void>): Promise<void> {
  try {
    await fn();
  } catch (error) {
    settingsOf(database()).log.error({ err: error }, 'What should follow a commit failed');
  }
}
