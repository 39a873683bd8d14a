import { randomBytes } from 'node:crypto';
import type { Profile } from '../../../cli/profiles/store.ts';
import type { Terminal } from '../../support/programs/terminal.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type ServerOptions, startServer, type TestServer } from '../../support/server.ts';
import { newHome } from './home.ts';
import { type OpenOptions, type Outcome, openCli, type RunOptions, runCli } from './in-process.ts';
import { successOf } from './outcome.ts';

/** `diwan` in this process, signed in to a server of this process. */
export interface Cli {
  readonly server: TestServer;
  /** An operator of project 11, role admin. */
  readonly operator: { readonly id: number; readonly username: string; readonly password: string };
  readonly profile: Profile;
  /** The XDG_CONFIG_HOME of the profile. */
  readonly home: string;
  /** Runs to the end, without a terminal. */
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Runs with --json, which must succeed, and parses the document. */
  json<T>(words: readonly string[], options?: RunOptions): Promise<T>;
  /** Starts it on an emulated terminal. */
  terminal(words: readonly string[], options?: OpenOptions): Terminal;
  close(): Promise<void>;
}

/** Starts a server, and saves the tokens of an operator and the platform key in a profile. */
export async function startCliServer(options: ServerOptions = {}): Promise<Cli> {
  const server = await startServer(options);
  const credentials = { username: `boss-${randomBytes(3).toString('hex')}`, password: randomBytes(12).toString('base64url') };
  const { body: operator } = await admin(server)
    .post('/admin/projects/11/operators', { ...credentials, role: 'admin' })
    .expect(201);
  const { body: tokens } = await client(server, {}, '/api/v1/auth/auth').post('/token/', credentials).expect(200);
  const secrets = { accessToken: tokens.access, refreshToken: tokens.refresh, apiKey: server.apiKey };
  const profile = { url: server.url, project: null, username: credentials.username, ...secrets };
  const home = await newHome(profile);
  const run = (words: readonly string[], { env, ...rest }: RunOptions = {}): Promise<Outcome> =>
    runCli(words, { env: { XDG_CONFIG_HOME: home, ...env }, ...rest });
  return {
    server,
    operator: { id: operator.id, ...credentials },
    profile,
    home,
    run,
    json: async (words, given) => JSON.parse(successOf(await run([...words, '--json'], given)).stdout),
    terminal: (words, { env, ...rest } = {}) => openCli(words, { env: { XDG_CONFIG_HOME: home, ...env }, ...rest }),
    close: () => server.close(),
  };
}
