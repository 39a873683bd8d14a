import { EXIT } from '../../errors.ts';
import { type Input, type Io, isTerminal } from '../../io.ts';
import type { Kit } from '../../kit.ts';

export interface Screen {
  /** Puts the page on the screen, cut to its height; the last line always shows. */
  draw(): void;
  /** Aborted when the reader wants to leave. */
  readonly left: AbortSignal;
  /** What to end with once they do. */
  exit(): number;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Undoes what it was answered for. */
type Undo = () => void;

// the other screen, so that what stood there before comes back; no cursor; long lines end at the edge
const OPEN = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const CLOSE = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const TO_TOP = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const CTRL_C = '\u0003';
const DEFAULT_ROWS = 24;
/** Whoever ends the process from outside gets the terminal back too. By habit the exit code is 128 and the signal's number. */
const SIGNALS = { SIGTERM: 143, SIGHUP: 129 } as const;

/** Takes the terminal for a page that is drawn again and again; q leaves with 0, Ctrl-C with 130. */
export function openScreen({ io, signal }: Pick<Kit, 'io' | 'signal'>, page: () => readonly string[]): Screen {
  const leaving = new AbortController();
  let code: number = EXIT.done;
  const leave = (by: number): void => {
    if (!leaving.signal.aborted) code = by;
    leaving.abort();
  };
  const draw = (): void => drawOn(io, page());
  io.stdout.write(OPEN);
  io.stdout.on('resize', draw);
  const undo = [onAbort(signal, leave), onKeys(io.stdin, leave), onSignals(leave)];
  return {
    draw,
    left: leaving.signal,
    exit: () => code,
    close() {
      for (const stop of undo) stop();
      io.stdout.off('resize', draw);
      io.stdout.write(CLOSE);
    },
  };
}

function drawOn({ stdout }: Io, lines: readonly string[]): void {
  const rows = stdout.rows ?? DEFAULT_ROWS;
  const fitting = lines.length <= rows ? lines : [...lines.slice(0, rows - 1), ...lines.slice(-1)];
  stdout.write(TO_TOP + fitting.map((line) => line + CLEAR_LINE).join('\r\n') + CLEAR_BELOW);
}

function onAbort(signal: AbortSignal, leave: (by: number) => void): Undo {
  const interrupt = (): void => leave(EXIT.interrupted);
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  return () => signal.removeEventListener('abort', interrupt);
}

function onKeys(stdin: Input, leave: (by: number) => void): Undo {
  if (!isTerminal(stdin)) return () => {};
  const pressed = (chunk: Buffer | string): void => {
    const keys = String(chunk);
    if (keys.includes(CTRL_C)) leave(EXIT.interrupted);
    else if (/q/i.test(keys)) leave(EXIT.done);
  };
  stdin.setRawMode?.(true);
  stdin.on('data', pressed).resume();
  return () => {
    stdin.off('data', pressed).pause();
    stdin.setRawMode?.(false);
  };
}

function onSignals(leave: (by: number) => void): Undo {
  const handlers = Object.entries(SIGNALS).map(([name, by]) => [name, () => leave(by)] as const);
  for (const [name, handler] of handlers) process.once(name, handler);
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}
