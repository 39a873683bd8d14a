import type { Readable, Writable } from 'node:stream';

/** The terminal as a command sees it: injected, so that tests hand in streams of their own. */
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
  /** On a terminal: each key is told as it is pressed, Ctrl-C too. */
  setRawMode?(on: boolean): unknown;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** The terminal of this process. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, now: () => Date.now() };
}

export function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}

const DEFAULT_COLUMNS = 80;
const FEWEST_COLUMNS = 20;

/** How wide the terminal is, in cells. */
export function columnsOf({ columns }: Output): number {
  return Math.max(FEWEST_COLUMNS, columns || DEFAULT_COLUMNS);
}

/** Whether colours are welcome on a stream (NO_COLOR, --no-color, TERM=dumb). */
export function wantsColor(stream: Output, env: Io['env'], allowed: boolean): boolean {
  return allowed && isTerminal(stream) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** All of what is piped in, as UTF-8. Who is at a terminal is told what is waited for. */
export async function readAll({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): Promise<string> {
  if (isTerminal(stdin)) stderr.write('Reading what is typed, until Ctrl-D.\n');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}
