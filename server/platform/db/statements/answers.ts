import { EventEmitter } from 'node:events';
import { afterReading } from '../../concurrency/after-reading.ts';
import type { RawConnection } from '../mysql/raw-connection.ts';
import { QUERY_DEADLINE } from './driver-error.ts';

/** Called for each statement that failed. Returns an error when the connection must not be used any more. */
type OnFailure = (failure: Failure, othersWait: boolean) => Error | null;
type Failure = Error & { readonly errno?: unknown; readonly fatal?: unknown };
type Callback = (error: Failure | null, ...results: unknown[]) => void;

/**
 * Bounds the wait for each answer of a connection, whether a raw statement or Sequelize sent it: after `deadlineMs` the connection is cut
 * and its callers get an error; null waits without end. Only here is the connection of every statement known.
 */
export function watchAnswers(connection: RawConnection, deadlineMs: number | null, onFailure: OnFailure): void {
  const waiting = new Set<Callback>();
  const abandon = (reason: Error) => {
    cut(connection);
    for (const answer of waiting) answer(reason);
  };
  const watch = (done: Callback): Callback => {
    const cancel = deadlineMs === null ? null : afterReading(deadlineMs, () => abandon(deadlinePassed(deadlineMs)));
    // mysql2 may call back twice when a connection breaks between PREPARE and EXECUTE
    const answer: Callback = (error, ...results) => {
      if (!waiting.delete(answer)) return;
      cancel?.();
      const verdict = error === null || error === undefined ? null : onFailure(error, waiting.size > 0);
      done(error, ...results);
      if (verdict !== null) abandon(verdict);
    };
    waiting.add(answer);
    return answer;
  };
  for (const method of ['query', 'execute'] as const) {
    const send = connection[method].bind(connection);
    connection[method] = (...args) => {
      const done = args.at(-1);
      if (typeof done !== 'function') return send(...args);
      if (connection.stream.destroyed && isRollback(args[0])) return succeed(done as Callback);
      return send(...args.slice(0, -1), watch(done as Callback));
    };
  }
}

/** Ends a connection without a word to its server, which may not answer. */
export function cut(connection: RawConnection): void {
  connection.destroy();
  connection.stream.destroy();
}

function isRollback(statement: unknown): boolean {
  const sql: unknown = typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'sql') : statement;
  return typeof sql === 'string' && /^ROLLBACK;?$/i.test(sql.trim());
}

/** A closed connection has no transaction to roll back; Sequelize would print a warning for each. */
function succeed(done: Callback): EventEmitter {
  setImmediate(done, null, {});
  return new EventEmitter();
}

function deadlinePassed(deadlineMs: number): Error {
  return Object.assign(new Error(`The database did not answer within ${deadlineMs} ms.`), { code: QUERY_DEADLINE, fatal: true });
}
