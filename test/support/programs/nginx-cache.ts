import type { Environment } from '../../../server/config/types.ts';
import { type Answer, type Ask, ask } from '../requests/wire.ts';
import { startServer, type TestServer } from '../server.ts';
import { type HttpRelay, startHttpRelay } from './http-relay.ts';
import { startNginx, type TestNginx } from './nginx.ts';

/** The documented nginx in front of a real server, with a relay between them that can fail. */
export interface CachedServer {
  readonly server: TestServer;
  readonly nginx: TestNginx;
  readonly relay: HttpRelay;
  /** An answer through nginx. */
  cached(path: string, options?: Ask): Promise<Answer>;
  /** An answer of the server itself. */
  direct(path: string, options?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

export async function startCachedServer(env: Environment = {}, edit?: (config: string) => string): Promise<CachedServer> {
  const server = await startServer({ env: { TRUST_PROXY: '1', ...env } });
  const relay = await startHttpRelay(server.url);
  const nginx = await startNginx(relay.port, edit);
  return {
    server,
    nginx,
    relay,
    cached: (path, options) => ask(nginx.url, path, options),
    direct: (path, options) => ask(server.url, path, options),
    async close() {
      await nginx.stop();
      await relay.close();
      await server.close();
    },
  };
}

export function statusOfCache({ headers }: Answer): string | undefined {
  return headers['x-cache-status'] as string | undefined;
}
