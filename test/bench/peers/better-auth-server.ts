import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createPool } from 'mysql2/promise';
import { importPeer } from './install.ts';

/** Better Auth with e-mail and password, as its manual sets it up, without its rate limit. The argument is a `BetterAuth` as JSON. */
export interface BetterAuth {
  /** The folder of the installed packages. */
  readonly modules: string;
  readonly databaseUrl: string;
  readonly port: number;
}

type Auth = object;
interface Library {
  betterAuth(options: object): Auth;
}
interface Migrations {
  getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
}
interface NodeIntegration {
  toNodeHandler(auth: Auth): RequestListener;
}

const { modules, databaseUrl, port } = JSON.parse(process.argv[2] ?? '') as BetterAuth;
const options = {
  database: createPool({ uri: databaseUrl, connectionLimit: 12, timezone: 'Z' }),
  baseURL: `http://127.0.0.1:${port}`,
  secret: randomBytes(32).toString('base64'),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
};
const { getMigrations } = await importPeer<Migrations>(modules, 'better-auth/db/migration');
await (await getMigrations(options)).runMigrations();
const { betterAuth } = await importPeer<Library>(modules, 'better-auth');
const { toNodeHandler } = await importPeer<NodeIntegration>(modules, 'better-auth/node');
createServer(toNodeHandler(betterAuth(options))).listen(port, '127.0.0.1');
