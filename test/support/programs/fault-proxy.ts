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
  /** The port that new connections reach; open ones stay where they are, as after a change of DNS. */
  setTarget(port: number): void;
  /** Breaks all open connections with RST; new ones are served. */
  resetAll(): void;
  /**
   * Loses the next COMMIT of a connection that sent these words since, and breaks the connection; or lets it be executed and loses its
   * answer, with all that follows; or answers it with the error of this number. Resolves when that has happened.
   */
  loseCommitAfter(words: string, what: Loss): Promise<void>;
  connections(): number;
  close(): Promise<void>;
}

type Loss = 'statement' | 'answer' | number;

interface Trap {
  readonly words: string;
  readonly what: Loss;
  done(): void;
}

/** The first answer to a statement, as MySQL sends an error. */
function errorPacket(errno: number): Buffer {
  const payload = Buffer.concat([Buffer.from([0xff, errno & 0xff, errno >> 8]), Buffer.from('#HY000The proxy refuses.')]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 1]), payload]);
}

/** A TCP proxy on a free port of the loopback that does to its connections what networks do. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let target = targetPort;
  let mode: FaultMode = 'pass';
  let delay = 0;
  let trap: Trap | null = null;

  const forward = (to: Socket, chunk: Buffer): void => {
    if (mode === 'latency') setTimeout(() => to.write(chunk), delay);
    else to.write(chunk);
  };
  const server = createServer((client) => {
    if (mode === 'refuse') return void client.resetAndDestroy();
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    let entered: Trap | null = null;
    let sprung: Trap | null = null;
    client.on('data', (chunk) => {
      if (trap !== null && chunk.includes(trap.words)) entered = trap;
      if (trap !== null && entered === trap && chunk.includes('COMMIT')) {
        sprung = trap;
        trap = null;
      }
      if (sprung === null || sprung.what === 'answer') return forward(upstream, chunk);
      if (sprung.what === 'statement') client.resetAndDestroy();
      else client.write(errorPacket(sprung.what));
      sprung.done();
    });
    upstream.on('data', (chunk) => (sprung === null ? forward(client, chunk) : sprung.done()));
    for (const [from, to] of [pair, [upstream, client] as const]) {
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
    setTarget(port) {
      target = port;
    },
    resetAll() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    loseCommitAfter: (words, what) =>
      new Promise((done) => {
        trap = { words, what, done };
      }),
    connections: () => pairs.size,
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
