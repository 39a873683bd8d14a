import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../../command.ts';
import { CliError, EXIT } from '../../errors/errors.ts';
import type { Api } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { columnsOf } from '../../io.ts';
import { oneLine } from '../../output/safe-text.ts';
import { truncate } from '../../output/width.ts';
import { openScreen } from './screen.ts';

export interface WatchInput<T> {
  readonly intervalSeconds: number;
  read(api: Api): Promise<T>;
  /** The page as lines, for the current width of the terminal. */
  render(data: T): string[];
}

/**
 * Shows a page and refreshes it until q (exit 0) or Ctrl-C (exit 130). While the server is busy or unreachable, a line below the page says
 * so.
 * @throws CliError when the first poll fails, or when a later one fails permanently
 */
export async function watch<T>(context: CommandContext, { intervalSeconds, read, render }: WatchInput<T>): Promise<number> {
  let latest = await read(await context.api());
  let problem = '';
  const { url, apiKey } = await context.session();
  const { dim, yellow } = context.print.colors;
  const footer = (): string =>
    problem === '' ? dim(`refreshed every ${intervalSeconds} s, q to quit`) : yellow(truncate(problem, columnsOf(context.io.stdout)));
  const screen = openScreen(context, () => [...render(latest), '', footer()]);
  // closing the screen aborts a running poll; a busy server is polled again after the interval, without silent retries
  const { api } = connect({ ...context, signal: screen.closing }, url, { apiKey, retries: false });
  try {
    for (;;) {
      screen.draw();
      await sleep(intervalSeconds * 1000, undefined, { signal: screen.closing }).catch(() => {});
      if (screen.closing.aborted) return screen.exitCode();
      try {
        latest = await read(api);
        problem = '';
      } catch (error) {
        if (screen.closing.aborted) return screen.exitCode();
        problem = temporaryProblem(error);
      }
    }
  } finally {
    screen.close();
  }
}

/** @throws the error when waiting cannot help */
function temporaryProblem(error: unknown): string {
  if (!(error instanceof CliError) || (error.info.exit !== EXIT.network && error.info.exit !== EXIT.failed)) throw error;
  return oneLine(`${error.info.message} Trying again…`);
}
