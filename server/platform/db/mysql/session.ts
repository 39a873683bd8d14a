import type { Logger } from '../../observe/logger.ts';
import { cut, watchAnswers } from '../statements/answers.ts';
import type { MySqlHosts } from './hosts.ts';
import type { Address, RawConnection } from './raw-connection.ts';
import { sessionSql } from './session-settings.ts';

const DEADLOCK = 1213;
/** The server is read-only, or not part of its cluster. After a failover a new connection reaches another server. */
const WRONG_SERVER: ReadonlySet<unknown> = new Set([1290, 1792, 1836, 1047, 1180, 3100]);
/** Otherwise every refused write would replace all connections to a server that stays read-only. */
const RETIREMENT_PAUSE_MS = 1000;
const FAREWELL_MS = 1000;
export interface SessionOptions {
  readonly deadlineMs: number | null;
  /** null when there is only one. */
  readonly hosts: MySqlHosts | null;
  /** null reports nothing. */
  readonly log: Logger | null;
}

/**
 * Prepares and checks the connections of one pool. `deadlineMs` bounds the wait for each answer: when it passes, the connection is
 * destroyed and its callers get an error; null waits without end. After one connection broke, or its server turned out to be the wrong
 * one, the others of the same generation are replaced before their next use, instead of failing one request each.
 */
export function mySqlSessions({ deadlineMs, hosts, log }: SessionOptions) {
  const generations = new WeakMap<object, number>();
  let generation = 0;
  let chosen: Address | null = null;
  const expireGeneration = (connection: object) => {
    if (generations.get(connection) !== generation) return;
    generation += 1;
    hosts?.doubt();
  };
  let retiredAt = Number.NEGATIVE_INFINITY;
  const leaveServer = (connection: object) => {
    if (generations.get(connection) !== generation || performance.now() - retiredAt < RETIREMENT_PAUSE_MS) return;
    retiredAt = performance.now();
    expireGeneration(connection);
  };

  return {
    /** Directs a new connection to the chosen host. When that is another one than before, all older connections are replaced. */
    async direct(target: object): Promise<void> {
      if (hosts === null) return;
      const address = await hosts.choose();
      if (address !== chosen) {
        if (chosen !== null) generation += 1;
        log?.warn({ ...address }, `database connections go to ${chosen === null ? 'this' : 'another'} host`);
        chosen = address;
      }
      Object.assign(target, address);
    },

    /** Makes a new connection ready in one round trip. @throws Error when its host is not the chosen one any more */
    async prepare(connection: RawConnection): Promise<void> {
      generations.set(connection, generation);
      connection.on('error', () => expireGeneration(connection));
      watchAnswers(connection, deadlineMs, (failure, othersWait) => {
        if (failure.fatal === true) expireGeneration(connection);
        else if (WRONG_SERVER.has(failure.errno)) leaveServer(connection);
        return failure.errno === DEADLOCK && othersWait ? rolledBack() : null;
      });
      try {
        await send(connection, sessionSql(deadlineMs));
        assertChosen(connection, hosts);
      } catch (error) {
        cut(connection);
        throw error;
      }
    },

    isUsable(connection: RawConnection): boolean {
      const broken = connection._fatalError || connection._protocolError || connection._closing || connection.stream.destroyed;
      return !broken && generations.get(connection) === generation;
    },

    /** A dead server never answers COM_QUIT, so the socket is closed from this side. */
    dismiss(connection: RawConnection): void {
      setTimeout(() => connection.stream.destroy(), FAREWELL_MS).unref();
    },
  };
}

function assertChosen({ config }: RawConnection, hosts: MySqlHosts | null): void {
  const chosen = hosts?.current ?? config;
  if (config.host !== chosen.host || config.port !== chosen.port) throw new Error('The database has moved to another host meanwhile.');
}

function send(connection: RawConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** A deadlock ends the transaction; statements already in line behind it would each be committed on their own. */
function rolledBack(): Error {
  return Object.assign(new Error('A deadlock ended the transaction of this statement.'), { code: 'ROLLED_BACK', errno: DEADLOCK });
}
