import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildCli, CLI_ENTRY } from '../../support/programs/dist.ts';
import { startOnTerminal, type Terminal, type TerminalOptions } from '../../support/programs/terminal.ts';
import type { Outcome, RunOptions } from './in-process.ts';

const LIMIT_MS = 60_000;

/** Runs `diwan` as a process, without a terminal. */
export async function spawnCli(words: readonly string[], { env, input = '' }: RunOptions = {}): Promise<Outcome> {
  buildCli();
  const child = spawn(process.execPath, [CLI_ENTRY, ...words], {
    env: { ...bareEnv(), ...env },
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code]: (number | null)[] = await once(child, 'close');
  if (typeof code !== 'number')
    throw new Error(`diwan ${words.join(' ')} was ended by ${child.signalCode}: ${outcome.stdout}${outcome.stderr}`);
  return { code, ...outcome };
}

/** Starts `diwan` as a process on a pseudo-terminal. */
export function spawnOnTerminal(words: readonly string[], { env, ...rest }: Partial<TerminalOptions> = {}): Terminal {
  buildCli();
  return startOnTerminal([process.execPath, CLI_ENTRY, ...words], { env: { ...bareEnv(), ...env }, ...rest });
}

/** The environment of a fresh shell, without CI, NO_COLOR and the proxies of the test run. */
export function bareEnv(): Record<string, string> {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  return { PATH, HOME: '/dev/null', LANG: 'C.UTF-8', ...(NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {}) };
}
