import type { CommandContext } from '../../command.ts';
import { EXIT } from '../../errors/errors.ts';
import { type Input, type Io, isTerminal } from '../../io.ts';

export interface Screen {
  /** Draws the page, cut to the height of the terminal; the last line is always visible. */
  draw(): void;
  /** Aborted when the user quits. */
  readonly closing: AbortSignal;
  /** The exit code after `closing` is aborted. */
  exitCode(): number;
  /** Restores the terminal. */
  close(): void;
}

/** Removes the listeners that a function added. */
type Cleanup = () => void;

// the alternate screen, so that the earlier content returns; no cursor; no line wrap
const OPEN = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const CLOSE = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const TO_TOP = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const CTRL_C = '\u0003';
const DEFAULT_ROWS = 24;
/** The terminal is restored after these signals too. By convention the exit code is 128 plus the number of the signal. */
const SIGNALS = { SIGTERM: 143, SIGHUP: 129 } as const;

/** Takes over the terminal for a page that is redrawn. q quits with 0, Ctrl-C with 130. */
export function openScreen({ io, signal }: Pick<CommandContext, 'io' | 'signal'>, page: () => readonly string[]): Screen {
  const closing = new AbortController();
  let code: number = EXIT.done;
  const quit = (exitCode: number): void => {
    if (!closing.signal.aborted) code = exitCode;
    closing.abort();
  };
  const draw = (): void => drawOn(io, page());
  io.stdout.write(OPEN);
  io.stdout.on('resize', draw);
  const cleanups = [onAbort(signal, quit), onKeys(io.stdin, quit), onSignals(quit)];
  return {
    draw,
    closing: closing.signal,
    exitCode: () => code,
    close() {
      for (const cleanup of cleanups) cleanup();
      io.stdout.off('resize', draw);
      io.stdout.write(CLOSE);
    },
  };
}

function drawOn({ stdout }: Io, lines: readonly string[]): void {
  const rows = stdout.rows ?? DEFAULT_ROWS;
  const visible = lines.length <= rows ? lines : [...lines.slice(0, rows - 1), ...lines.slice(-1)];
  // a line that fills the terminal leaves the cursor on its last cell, so clearing comes before the line
  const clear = (index: number): string => (index === visible.length - 1 ? CLEAR_BELOW : CLEAR_LINE);
  stdout.write(TO_TOP + visible.map((line, index) => clear(index) + line).join('\r\n'));
}

function onAbort(signal: AbortSignal, quit: (exitCode: number) => void): Cleanup {
  const interrupt = (): void => quit(EXIT.interrupted);
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  return () => signal.removeEventListener('abort', interrupt);
}

function onKeys(stdin: Input, quit: (exitCode: number) => void): Cleanup {
  if (!isTerminal(stdin)) return () => {};
  const onData = (chunk: Buffer | string): void => {
    const keys = String(chunk);
    if (keys.includes(CTRL_C)) quit(EXIT.interrupted);
    else if (/q/i.test(keys)) quit(EXIT.done);
  };
  stdin.setRawMode?.(true);
  stdin.on('data', onData).resume();
  return () => {
    stdin.off('data', onData).pause();
    stdin.setRawMode?.(false);
  };
}

function onSignals(quit: (exitCode: number) => void): Cleanup {
  const handlers = Object.entries(SIGNALS).map(([name, exitCode]) => [name, () => quit(exitCode)] as const);
  for (const [name, handler] of handlers) process.once(name, handler);
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}
