import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Profile } from '../../cli/profiles/store.ts';
import { admin, client } from '../support/client.ts';
import { buildCli, CLI_ENTRY } from '../support/dist.ts';
import { temporaryFolder } from '../support/engine.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';
import { startOnTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';

export interface RunOptions {
  /** Beside a bare environment; XDG_CONFIG_HOME is that of the signed-in profile unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped in; nothing (an empty pipe) unless given. */
  readonly input?: string;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `diwan` as a process, signed in to a server of this process by a profile of its own. */
export interface Cli {
  readonly server: TestServer;
  /** An operator of project 11, role admin. */
  readonly operator: { readonly id: number; readonly username: string; readonly password: string };
  /** What the profile holds. */
  readonly profile: Profile;
  /** The XDG_CONFIG_HOME of the profile. */
  readonly home: string;
  /** Runs to the end, without a terminal. */
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Runs with --json, which must succeed, and answers the document. */
  json<T>(words: readonly string[], options?: RunOptions): Promise<T>;
  /** Starts it on a terminal. */
  terminal(words: readonly string[], options?: Partial<TerminalOptions>): Terminal;
  close(): Promise<void>;
}

const LONGEST_MS = 20_000;

/** A server with an operator who is signed in, and an API key (the platform key), both in a profile. */
export async function startCliServer(options: ServerOptions = {}): Promise<Cli> {
  const server = await startServer(options);
  const credentials = { username: `boss-${randomBytes(3).toString('hex')}`, password: randomBytes(12).toString('base64url') };
  const made = await admin(server)
    .post('/admin/projects/11/operators', { ...credentials, role: 'admin' })
    .expect(201);
  const signedIn = await client(server, {}, '/api/v1/auth/auth').post('/token/', credentials).expect(200);
  const { access, refresh } = signedIn.body as { access: string; refresh: string };
  const secrets = { accessToken: access, refreshToken: refresh, apiKey: server.apiKey };
  const profile = { url: server.url, project: null, username: credentials.username, ...secrets };
  const home = await newHome(profile);
  const run = (words: readonly string[], { env, input }: RunOptions = {}): Promise<Outcome> =>
    runCli(words, { env: { XDG_CONFIG_HOME: home, ...env }, ...(input === undefined ? {} : { input }) });
  return {
    server,
    operator: { id: (made.body as { id: number }).id, ...credentials },
    profile,
    home,
    run,
    json: async (words, given) => JSON.parse(successOf(await run([...words, '--json'], given)).stdout),
    terminal: (words, { env, ...rest } = {}) => startCli(words, { env: { XDG_CONFIG_HOME: home, ...env }, ...rest }),
    close: () => server.close(),
  };
}

/** A folder for XDG_CONFIG_HOME, with a profile `default` or, without one, empty. */
export async function newHome(profile?: Profile): Promise<string> {
  const home = await temporaryFolder();
  if (profile === undefined) return home;
  mkdirSync(path.join(home, 'diwan'), { mode: 0o700 });
  const text = JSON.stringify({ current: 'default', profiles: { default: profile } });
  writeFileSync(path.join(home, 'diwan/profiles.json'), text, { mode: 0o600 });
  return home;
}

/** Runs `diwan` to its end, without a terminal. */
export async function runCli(words: readonly string[], { env, input = '' }: RunOptions = {}): Promise<Outcome> {
  buildCli();
  const child = spawn(process.execPath, [CLI_ENTRY, ...words], {
    env: { ...bareEnv(), ...env },
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === null) throw new Error(`diwan ${words.join(' ')} was ended by ${child.signalCode}: ${outcome.stdout}${outcome.stderr}`);
  return { code, ...outcome };
}

/** Starts `diwan` on a terminal. */
export function startCli(words: readonly string[], { env, ...rest }: Partial<TerminalOptions> = {}): Terminal {
  buildCli();
  return startOnTerminal([process.execPath, CLI_ENTRY, ...words], { env: { ...bareEnv(), ...env }, ...rest });
}

/** @throws what it said instead */
export function successOf(outcome: Outcome): Outcome {
  if (outcome.code !== 0) throw new Error(`exit ${outcome.code}: ${outcome.stdout}${outcome.stderr}`);
  return outcome;
}

/** Does the same with each, two at a time: each case is a process, and two are as many as two cores like. */
export async function byTwos<T>(cases: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < cases.length; done += 2) await Promise.all(cases.slice(done, done + 2).map(act));
}

/** The rows of a list as it is piped: one object a line, by the titles of the columns. */
export function tsv(stdout: string): Record<string, string>[] {
  const [titles = [], ...lines] = stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])));
}

/** What a program finds in a shell that has set nothing: no CI, no proxy, no NO_COLOR of whoever runs the tests. */
function bareEnv(): Record<string, string> {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  return { PATH, HOME: '/dev/null', LANG: 'C.UTF-8', ...(NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {}) };
}
