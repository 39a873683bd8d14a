import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export interface CloseOptions {
  /** How long idle connections stay open, in milliseconds, unless their clients or the keep-alive time close them. */
  readonly idleMs: number;
  /** Requests that take longer are cut off, in milliseconds. */
  readonly finishMs: number;
}

const SWEEP_MS = 50;
/** More turns than connections can wait for Node to accept them. */
const MAX_TURNS = 2_000;
/** A connection may arrive unnoticed in a turn that takes longer. */
const QUIET_TURN_MS = 0.5;

/** Refuses new connections, and resolves when all connections are closed. A client may use an idle one at any moment. */
export async function closeServer(server: HttpServer, { idleMs, finishMs }: CloseOptions): Promise<void> {
  await acceptWaiting(server);
  // the method of http.Server would also close idle connections
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const cutOff = setTimeout(() => server.closeAllConnections(), finishMs);
  await Promise.race([closed, sleep(idleMs, undefined, { ref: false })]);
  server.close();
  // a connection that was busy before may become idle and stay open
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/** Accepts the connections that wait in the kernel: closing the port would reset them. Node accepts one in each turn of its loop. */
async function acceptWaiting(server: HttpServer): Promise<void> {
  let hasAccepted = true;
  let turnMs = 0;
  const onConnection = (): void => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  for (let turn = 0; turn < MAX_TURNS && (hasAccepted || turnMs > QUIET_TURN_MS); turn += 1) {
    hasAccepted = false;
    const startedAt = performance.now();
    await nextTurn();
    turnMs = performance.now() - startedAt;
  }
  server.off('connection', onConnection);
}
