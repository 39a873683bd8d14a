import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { until } from './process.ts';

// A program that asks must be asked on a terminal. `script` makes one: it is part of every Debian (bsdutils) and of util-linux.

export interface TerminalOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Default 80. */
  readonly columns?: number;
  /** Redirection after the command, such as `> file` or `| head -1`. */
  readonly redirect?: string;
}

/** A program on a pseudo-terminal: both its outputs are on one screen. */
export interface Terminal {
  /** Everything written so far, escape sequences included. */
  raw(): string;
  /** The same without escape sequences; line ends are `\n`. */
  text(): string;
  /** Waits until the text written since the last `expect` holds this, and takes it as read. */
  expect(expected: string | RegExp): Promise<void>;
  /** Presses keys: `\r` is return, `\x03` Ctrl-C, `\x1b[B` down. */
  press(keys: string): void;
  /** Waits for its end. `isSane`: the terminal is as it was before, cursor shown. */
  ended(): Promise<{ code: number; text: string; isSane: boolean }>;
}

const LONGEST_MS = 60_000;
const NOT_SANE = 'terminal-left-changed';
const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program on a terminal. It fails where there is no `script` of util-linux: a test that needs a terminal is never passed over. */
export function startOnTerminal(words: readonly string[], { env, columns = 80, redirect = '' }: TerminalOptions): Terminal {
  const child = spawn('script', ['-qefc', shellOf(words, columns, redirect), '/dev/null'], {
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  // a test that failed in between does not wait for its end: it is ended with the tests
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  let written = '';
  let failure = '';
  let read = 0;
  child.once('exit', () => running.delete(child));
  child.once('error', (error) => (failure = `script could not be started (Debian: bsdutils): ${error.message}`));
  child.stdin.on('error', () => {});
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  const text = (): string => stripVTControlCharacters(written).replaceAll('\r\n', '\n');
  const explain = (): string => failure || `On the screen:\n${text()}`;
  const expect = (expected: string | RegExp): Promise<void> =>
    until(
      () => {
        const end = endOf(text(), read, expected);
        if (end !== null) read = end;
        return end !== null;
      },
      () => `Waited for ${String(expected)}. ${explain()}`,
      LONGEST_MS,
    );
  const ended = async (): Promise<{ code: number; text: string; isSane: boolean }> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    if (failure === '' && child.exitCode === null && child.signalCode === null) await once(child, 'close').catch(() => {});
    clearTimeout(timer);
    if (failure !== '' || child.exitCode === null) throw new Error(`The program did not end. ${explain()}`);
    const isSane = !written.includes(NOT_SANE) && written.lastIndexOf('\u001b[?25l') <= written.lastIndexOf('\u001b[?25h');
    return { code: child.exitCode, text: text(), isSane };
  };
  return { raw: () => written, text, expect, press: (keys) => void child.stdin.write(keys), ended };
}

/** The shell outlives Ctrl-C, which goes to all in the foreground, so that it can look at the terminal afterwards. */
function shellOf(words: readonly string[], columns: number, redirect: string): string {
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return [
    `trap : INT; stty cols ${columns} rows 40; before=$(stty -g)`,
    `${quoted} ${redirect}; code=$?`,
    `[ "$(stty -g)" = "$before" ] || echo ${NOT_SANE}; exit $code`,
  ].join('\n');
}

function endOf(text: string, from: number, expected: string | RegExp): number | null {
  const rest = text.slice(from);
  if (typeof expected === 'string') return rest.includes(expected) ? from + rest.indexOf(expected) + expected.length : null;
  const found = expected.exec(rest);
  return found === null ? null : from + found.index + found[0].length;
}
