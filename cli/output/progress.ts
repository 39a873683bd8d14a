import { type Io, isTerminal } from '../io.ts';

/** Replaces the line of the progress on stderr. Only a terminal shows it. */
export function drawProgress({ stderr }: Pick<Io, 'stderr'>, text: string): void {
  if (isTerminal(stderr)) stderr.write(`\r${text}\u001b[K`);
}

/** Removes the line of the progress. */
export function clearProgress({ stderr }: Pick<Io, 'stderr'>): void {
  if (isTerminal(stderr)) stderr.write('\r\u001b[K');
}
