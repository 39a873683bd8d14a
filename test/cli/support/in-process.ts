import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { runProgram } from '../../../cli/program.ts';
import type { Terminal } from '../../support/programs/terminal.ts';

// Most tests run `diwan` inside the test process: it takes milliseconds where a process takes a third of a second.
// `spawn.ts` starts real processes for the cases where exit codes, streams and signals are the subject.

export interface RunOptions {
  /** The whole environment, except for HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** The text on standard input; empty by default. */
  readonly input?: string;
  /** Aborted to emulate Ctrl-C. */
  readonly signal?: AbortSignal;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface OpenOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Cells; 80 by default. */
  readonly columns?: number;
  /** False when stdout is redirected, so that only stdin and stderr are a terminal. */
  readonly isStdoutTerminal?: boolean;
}

const RUN_LIMIT_MS = 60_000;
const WAIT_LIMIT_MS = 60_000;
const CTRL_C = '\u0003';

/** Runs `diwan` to its end, without a terminal. */
export async function runCli(words: readonly string[], { env = {}, input = '', signal }: RunOptions = {}): Promise<Outcome> {
  const [stdin, stdout, stderr] = [new PassThrough(), new TextSink(), new TextSink()];
  stdin.end(input);
  const io = { stdin, stdout, stderr, env: { HOME: '/dev/null', ...env }, now: () => Date.now() };
  const code = await runProgram(words, io, signal ?? AbortSignal.timeout(RUN_LIMIT_MS));
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Starts `diwan` on an emulated terminal that shows both outputs. */
export function openCli(words: readonly string[], { env = {}, columns = 80, isStdoutTerminal = true }: OpenOptions = {}): Terminal {
  const screen = new Screen();
  const stdin = new Keyboard();
  const interrupted = new AbortController();
  const stderr = new TerminalOutput(screen, columns);
  const io = {
    stdin,
    stdout: isStdoutTerminal ? new TerminalOutput(screen, columns) : new TextSink(),
    stderr,
    env: { HOME: '/dev/null', TERM: 'xterm-256color', ...env },
    now: () => Date.now(),
  };
  const running = runProgram(words, io, interrupted.signal).finally(() => screen.end());
  return {
    raw: () => screen.text,
    text: () => screen.plainText(),
    expect: (wanted) => screen.expect(wanted),
    press(keys) {
      // a terminal in line mode turns Ctrl-C into a signal and Return into a line feed
      if (!stdin.isRaw && keys.includes(CTRL_C)) interrupted.abort();
      else stdin.write(stdin.isRaw ? keys : keys.replaceAll('\r', '\n'));
    },
    async ended() {
      const code = await within(running, () => `The program did not end. On the screen:\n${screen.plainText()}`);
      const isCursorShown = screen.text.lastIndexOf('\u001b[?25l') <= screen.text.lastIndexOf('\u001b[?25h');
      return { code, text: screen.plainText(), isSane: !stdin.isRaw && isCursorShown };
    },
  };
}

/** Keeps what is written to it. */
class TextSink extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

class Keyboard extends PassThrough {
  readonly isTTY = true;
  isRaw = false;

  setRawMode(on: boolean): this {
    this.isRaw = on;
    return this;
  }
}

/** The text on an emulated terminal. */
class Screen {
  text = '';
  #position = 0;
  #hasEnded = false;
  #wake: () => void = () => {};

  write(text: string): void {
    this.text += text;
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  plainText(): string {
    return stripVTControlCharacters(this.text).replaceAll('\r\n', '\n');
  }

  /** Waits for text behind that of the last `expect`. */
  async expect(wanted: string | RegExp): Promise<void> {
    const explain = (): string => `Waited for ${String(wanted)}. On the screen:\n${this.plainText()}`;
    while (!this.#find(wanted)) {
      if (this.#hasEnded) throw new Error(explain());
      await within(new Promise<void>((resolve) => (this.#wake = resolve)), explain);
    }
  }

  #find(wanted: string | RegExp): boolean {
    const rest = this.plainText().slice(this.#position);
    const match = typeof wanted === 'string' ? { index: rest.indexOf(wanted), 0: wanted } : wanted.exec(rest);
    if (match === null || match.index < 0) return false;
    this.#position += match.index + match[0].length;
    return true;
  }
}

class TerminalOutput extends Writable {
  readonly isTTY = true;
  readonly rows = 40;
  readonly columns: number;
  readonly #screen: Screen;

  constructor(screen: Screen, columns: number) {
    super({ decodeStrings: false });
    this.#screen = screen;
    this.columns = columns;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.#screen.write(String(chunk));
    done();
  }

  /** Like process.stdout, it stays open when a stream that is piped to it ends. */
  override end(): this {
    return this;
  }
}

async function within<T>(promise: Promise<T>, explain: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(explain())), WAIT_LIMIT_MS);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
