import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, EXIT } from '../../errors.ts';
import type { Api } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { columnsOf } from '../../io.ts';
import type { Kit } from '../../kit.ts';
import { oneLine } from '../../output/safe-text.ts';
import { cut } from '../../output/width.ts';
import { openScreen } from './screen.ts';

export interface Watched<T> {
  readonly everySeconds: number;
  read(api: Api): Promise<T>;
  /** The page as lines, as wide as the terminal is now. */
  render(data: T): string[];
}

/**
 * Keeps a page on the screen and draws it anew until q (exit 0) or Ctrl-C (exit 130). A server that is away or busy for a while is told
 * below the page.
 * @throws CliError when the first look fails, or a later one by what waiting does not mend
 */
export async function watch<T>(kit: Kit, { everySeconds, read, render }: Watched<T>): Promise<number> {
  let latest = await read(await kit.api());
  let trouble = '';
  const { url, apiKey } = await kit.session();
  const { dim, yellow } = kit.print.colors;
  const foot = (): string => (trouble === '' ? dim(`every ${everySeconds} s, q to end`) : yellow(cut(trouble, columnsOf(kit.io.stdout))));
  const screen = openScreen(kit, () => [...render(latest), '', foot()]);
  // leaving ends a look that is under way; a busy server is asked again at the next turn, not in silence
  const { api } = connect({ ...kit, signal: screen.left }, url, { apiKey, retries: false });
  try {
    for (;;) {
      screen.draw();
      await sleep(everySeconds * 1000, undefined, { signal: screen.left }).catch(() => {});
      if (screen.left.aborted) return screen.exit();
      try {
        latest = await read(api);
        trouble = '';
      } catch (error) {
        if (screen.left.aborted) return screen.exit();
        trouble = troubleOf(error);
      }
    }
  } finally {
    screen.close();
  }
}

function troubleOf(error: unknown): string {
  if (!(error instanceof CliError) || (error.facts.exit !== EXIT.network && error.facts.exit !== EXIT.failed)) throw error;
  return oneLine(`${error.facts.message} Looking again…`);
}
