import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The streams, the environment and the clock of a command. Tests inject their own. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Input extends Readable {
  readonly isTTY?: boolean;
  /** On a terminal: deliver each key at once, Ctrl-C included. */
  setRawMode?(on: boolean): unknown;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, now: () => Date.now() };
}

export function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}

const DEFAULT_COLUMNS = 80;
const MIN_COLUMNS = 20;

/** The width of the terminal in cells. */
export function columnsOf({ columns }: Output): number {
  return Math.max(MIN_COLUMNS, columns || DEFAULT_COLUMNS);
}

/** Whether a stream shows colours: NO_COLOR, --no-color and TERM=dumb switch them off. */
export function wantsColor(stream: Output, env: Io['env'], allowed: boolean): boolean {
  return allowed && isTerminal(stream) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** Reads standard input to its end, as UTF-8. On a terminal a note says how to end the input. */
export async function readAll({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): Promise<string> {
  if (isTerminal(stdin)) stderr.write('Reading standard input until Ctrl-D.\n');
  return withoutByteOrderMark((await buffer(stdin)).toString('utf8'));
}

/** Windows programs write U+FEFF in front of UTF-8 texts: it is no part of a password, a key or a JSON document. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
