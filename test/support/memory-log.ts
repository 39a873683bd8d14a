import { pino } from 'pino';
import type { Logger } from '../../server/platform/observe/logger.ts';

export interface MemoryLog {
  readonly log: Logger;
  /** Everything written so far, as it would be in the file. */
  text(): string;
  /** The lines, each of which must be JSON. */
  lines(): Record<string, unknown>[];
}

/** A real logger that writes to memory. */
export function memoryLog(level = 'trace'): MemoryLog {
  let written = '';
  const write = (line: string): void => {
    written += line;
  };
  return {
    log: pino({ level }, { write }),
    text: () => written,
    lines: () =>
      written
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
