import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../../command.ts';
import { CliError, EXIT } from '../../errors/errors.ts';
import { MAX_PAGE_SIZE } from '../../http/pages.ts';
import { oneLine } from '../../output/safe-text.ts';
import { columnsFor } from './columns.ts';
import { type AuditEntry, type Filters, readPage } from './pages.ts';

const POLL_MS = 2_000;
/** Ids that are remembered: a transaction that took long may add a row below newer ones. */
const REMEMBERED = 1_000;

/**
 * Prints the newest rows, then new ones as they come, oldest first, until Ctrl-C (exit 130). While the server is busy or unreachable, a
 * line on stderr says so. @throws CliError when the first poll fails, or when a later one fails permanently
 */
export async function follow(context: CommandContext, { filters, limit }: { filters: Filters; limit: number }): Promise<number> {
  const { print, signal } = context;
  const log = new NewRows(context, filters);
  const show = createDisplay(context);
  show((await log.read()).slice(-limit));
  let isFailing = false;
  while (await pause(signal)) {
    try {
      show(await log.read());
      isFailing = false;
    } catch (error) {
      if (signal.aborted) break;
      const problem = temporaryProblem(error);
      if (!isFailing) print.note(print.colors.yellow(problem));
      isFailing = true;
    }
  }
  return EXIT.interrupted;
}

/** Resolves to whether to go on. */
async function pause(signal: AbortSignal): Promise<boolean> {
  await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

/** One JSON document for each row, else the rows of one list, whose heading is printed once. */
function createDisplay({ print }: CommandContext): (rows: readonly AuditEntry[]) => void {
  const columns = columnsFor(print);
  let hasHeading = false;
  return (rows) => {
    if (print.json) for (const row of rows) print.record([], row);
    else if (rows.length > 0) {
      if (hasHeading) print.moreRows(columns, rows);
      else print.rows(columns, rows, rows);
      hasHeading = true;
    }
  };
}

/** Reads the rows that were added since the last read. */
class NewRows {
  readonly #context: CommandContext;
  readonly #filters: Filters;
  readonly #seen = new Set<number>();
  /** Rows up to this id are not new; null before the first read. */
  #floor: number | null = null;

  constructor(context: CommandContext, filters: Filters) {
    this.#context = context;
    this.#filters = filters;
  }

  /** Oldest first. The first read has one page. */
  async read(): Promise<AuditEntry[]> {
    const rows: AuditEntry[] = [];
    for (let before: number | null = null; ; ) {
      const page = await readPage(this.#context, { ...this.#filters, limit: MAX_PAGE_SIZE, ...(before === null ? {} : { before }) });
      const fresh = page.data.filter(({ id }) => id > (this.#floor ?? 0) && !this.#seen.has(id));
      rows.push(...fresh);
      before = page.nextBefore;
      if (this.#floor === null || before === null || fresh.length < page.data.length) break;
    }
    this.#remember(rows);
    return rows.reverse();
  }

  #remember(rows: readonly AuditEntry[]): void {
    this.#floor ??= Math.max(0, (rows.at(-1)?.id ?? 1) - 1);
    for (const { id } of rows.toReversed()) this.#seen.add(id);
    for (const id of this.#seen) {
      if (this.#seen.size <= REMEMBERED) break;
      this.#seen.delete(id);
      this.#floor = Math.max(this.#floor, id);
    }
  }
}

/** @throws the error when waiting cannot help */
function temporaryProblem(error: unknown): string {
  if (!(error instanceof CliError) || (error.info.exit !== EXIT.network && error.info.exit !== EXIT.failed)) throw error;
  return oneLine(`${error.info.message} Trying again…`);
}
