import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { runWithFixedDelay } from '../../../server/platform/concurrency/fixed-delay.ts';
import { createLogger } from '../../../server/platform/observe/logger.ts';

const CHECK_MS = 100;
/** A server with so many failed checks in a row gets no more requests. */
const FALL = 2;

export interface Balancer {
  readonly url: string;
  /** How many servers get requests. */
  healthy(): number;
  close(): Promise<void>;
}

interface Target {
  readonly url: string;
  failedChecks: number;
}

/**
 * Passes requests to several servers in turn, on kept connections. It asks each server for `/readyz` every 100 ms and leaves it out after
 * two failures. It sends no request twice: a request that a server loses is 502.
 */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const targets = urls.map((url): Target => ({ url, failedChecks: 0 }));
  const healthy = (): Target[] => targets.filter(({ failedChecks }) => failedChecks < FALL);
  // idle connections are closed before the server closes them
  const agent = new http.Agent({ keepAlive: true, timeout: 3_000 });
  let count = 0;
  const server = http.createServer((req, res) => {
    count += 1;
    const target = healthy()[count % Math.max(1, healthy().length)];
    if (target === undefined) return void res.writeHead(503).end();
    const onward = http.request(target.url + req.url, { method: req.method, headers: req.headers, agent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(res);
    });
    onward.once('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
    req.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { log } = createLogger('silent', false);
  const checks = targets.map((target) => runWithFixedDelay(() => check(target), { name: 'check', log, delayMs: CHECK_MS }));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    healthy: () => healthy().length,
    async close() {
      await Promise.all(checks.map((work) => work.stop()));
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function check(target: Target): Promise<void> {
  const isReady = await fetch(`${target.url}/readyz`, { headers: { Connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );
  target.failedChecks = isReady ? 0 : target.failedChecks + 1;
}
