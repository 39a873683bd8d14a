import { interrupted } from './errors/errors.ts';
import type { Io } from './io.ts';

const CTRL_C = '\u0003';
const ESCAPE = '\u001b';
const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Waits for one of these keys, without Return. Other keys, arrows and the rest of a pasted text have no effect. The terminal is as before
 * afterwards. @throws CliError for Ctrl-C, for a signal that ends the program, and when the terminal is closed
 */
export function pressKey({ stdin }: Pick<Io, 'stdin'>, keys: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer | string): void => {
      const [key = ''] = String(chunk);
      if (key === CTRL_C) end();
      else if (key !== ESCAPE && keys.includes(key.toLowerCase())) finish(() => resolve(key.toLowerCase()));
    };
    const end = (): void => finish(() => reject(interrupted()));
    const finish = (settle: () => void): void => {
      stdin.off('data', onData).off('end', end).pause();
      stdin.setRawMode?.(false);
      for (const name of SIGNALS) process.off(name, end);
      settle();
    };
    for (const name of SIGNALS) process.once(name, end);
    stdin.setRawMode?.(true);
    stdin.on('data', onData).once('end', end).resume();
  });
}
