import { setTimeout as sleep } from 'node:timers/promises';
import { Transaction, type TransactionOptions } from 'sequelize';
import type { Database } from '../database.ts';
import { isCollision, isLostConnection, mayHaveWritten, OutcomeUnknownError, RolledBackError } from '../statements/driver-error.ts';
import { toApiError } from '../statements/errors.ts';
import { stateOf } from '../statements/sequelize-internals.ts';
import { newScope, type Scope } from './scopes.ts';

const MAX_ATTEMPTS = 6;
/** No retry starts later than this: by then a 503 serves the client better. */
const RETRY_WINDOW_MS = 3000;

/**
 * Runs `work` in a transaction (READ COMMITTED) that all of its statements join by themselves, and resolves once it is committed.
 * Inside another `inTransaction` it joins that one. After a deadlock or a lock time-out the whole runs again, up to 6 times: effects
 * outside the database belong in `afterCommit`.
 * @throws OutcomeUnknownError when COMMIT was sent but not confirmed
 */
export async function inTransaction<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const outer = db.scopes.open();
  if (outer?.isSnapshot === true) throw new Error('A snapshot only reads: start the transaction outside of it.');
  if (outer !== null) return work();
  return runWithRetry(db, { isSnapshot: false, options: {} }, work);
}

/**
 * Runs `work`, which only reads, against one consistent state of the database. Inside a transaction it joins that one and sees its
 * writes.
 */
export async function inSnapshot<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.scopes.open() !== null) return work();
  const options = db.isMySql ? { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ } : { type: Transaction.TYPES.DEFERRED };
  return runWithRetry(db, { isSnapshot: true, options }, work);
}

/**
 * Calls `fn` once the outermost transaction is committed, before `inTransaction` resolves; never after a rollback. Several
 * are called in order, each after the one before. Outside of a transaction `fn` is called at once. Its failure is logged: what
 * was committed stays committed.
 */
export function afterCommit(db: Database, fn: () => void | Promise<void>): void {
  const scope = db.scopes.open();
  if (scope === null) void runQuietly(db, fn);
  else scope.afterCommit.push(fn);
}

interface Kind {
  readonly isSnapshot: boolean;
  readonly options: TransactionOptions;
}

async function runWithRetry<T>(db: Database, kind: Kind, work: () => Promise<T>): Promise<T> {
  const lastStart = performance.now() + RETRY_WINDOW_MS;
  let mayReconnect = true;
  for (let attempt = 1; ; attempt += 1) {
    const run = newRun(db, kind);
    try {
      return await runOnce(db, { run, options: kind.options }, work);
    } catch (error) {
      const mayRetry = attempt < MAX_ATTEMPTS && performance.now() < lastStart;
      const lostUnharmed = isLostConnection(error) && (kind.isSnapshot || !run.begun);
      const isPassing = isCollision(error) || error instanceof RolledBackError || (lostUnharmed && mayReconnect);
      if (!mayRetry || !isPassing) {
        if (!kind.isSnapshot && toApiError(error) !== null) db.writes.recordFailure();
        throw error;
      }
      mayReconnect &&= !lostUnharmed;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** `begun`: whether the work has been called, so that it may have written. `isCommitting`: whether COMMIT of a change was sent. */
type Run = Scope & { begun: boolean; isCommitting: boolean };

function newRun(db: Database, { isSnapshot }: Kind): Run {
  return { ...newScope(isSnapshot, db.scopes.deadline()), begun: false, isCommitting: false };
}

async function runOnce<T>(db: Database, { run, options }: Attempt, work: () => Promise<T>): Promise<T> {
  const begin = () => db.sequelize.transaction(options, (transaction) => runWork(run, transaction, work));
  const result = await db.scopes
    .run(run, begin)
    .catch((error: unknown) => {
      throw isUnconfirmed(db, run, error) ? new OutcomeUnknownError(error) : error;
    })
    .finally(() => db.scopes.releaseNumber(run));
  if (run.hasWritten) db.writes.recordCommit();
  for (const fn of run.afterCommit) await runQuietly(db, fn);
  return result;
}

/** A deadlock is found before the commit, and SQLite reports what it did, unless its file is gone. */
function isUnconfirmed(db: Database, { isCommitting }: Run, error: unknown): boolean {
  return isCommitting && (db.isMySql ? !isCollision(error) : mayHaveWritten(error));
}

interface Attempt {
  readonly run: Run;
  readonly options: TransactionOptions;
}

async function runWork<T>(run: Run, transaction: Transaction, work: () => Promise<T>): Promise<T> {
  run.transaction = transaction;
  run.isOpen = true;
  run.begun = true;
  try {
    const result = await work();
    if (stateOf(transaction) === 'rollback') throw new RolledBackError(null);
    beforeCommit(run);
    return result;
  } catch (error) {
    if (stateOf(transaction) === 'rollback' && !isCollision(error)) throw new RolledBackError(error);
    throw error;
  } finally {
    run.isOpen = false;
  }
}

/** @throws ApiError 503 when the client has its answer, so that nothing may be committed any more */
function beforeCommit(run: Run): void {
  run.deadline?.check();
  run.isCommitting = !run.isSnapshot;
  if (run.isCommitting && run.deadline !== null) run.deadline.mayHaveWritten = true;
}

async function runQuietly(db: Database, fn: () => void | Promise<void>): Promise<void> {
  try {
    await fn();
  } catch (error) {
    db.log.error({ err: error }, 'afterCommit hook failed');
  }
}
