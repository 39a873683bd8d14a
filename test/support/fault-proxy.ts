import { connect, createServer, type Socket } from 'node:net';

/**
 * `latency` delays each direction by `latencyMs`; `blackhole` holds back all that is sent, as a dead link does; `refuse` breaks new
 * connections and leaves open ones alone.
 */
export type FaultMode = 'pass' | 'latency' | 'blackhole' | 'refuse';

export interface FaultProxy {
  readonly port: number;
  /** For connections that are open and for new ones. */
  setMode(mode: FaultMode, latencyMs?: number): void;
  /** Breaks all open connections with RST; new ones are served. */
  resetAll(): void;
  connections(): number;
  close(): Promise<void>;
}

/** A TCP proxy on a free port of the loopback that does to its connections what networks do. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: FaultMode = 'pass';
  let delay = 0;

  const server = createServer((client) => {
    if (mode === 'refuse') return void client.resetAndDestroy();
    const target = connect(targetPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('data', (chunk) => (mode === 'latency' ? setTimeout(() => to.write(chunk), delay) : to.write(chunk)));
      from.on('error', () => to.destroy());
      from.on('close', () => void (pairs.delete(pair) && to.destroy()));
      from.setNoDelay(true);
      if (mode === 'blackhole') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    setMode(next, latencyMs = 0) {
      mode = next;
      delay = latencyMs;
      for (const socket of [...pairs].flat()) next === 'blackhole' ? socket.pause() : socket.resume();
    },
    resetAll() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    connections: () => pairs.size,
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
