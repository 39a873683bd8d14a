import type { CommandContext } from './command.ts';
import { DryRun } from './dry-run.ts';
import { CliError, EXIT } from './errors/errors.ts';
import { clearProgress, drawProgress } from './output/progress.ts';
import { errorBody } from './output/report-error.ts';
import { oneLine } from './output/safe-text.ts';

/** A number, or the UUID of a user. */
type Id = number | string;

type Outcome<I extends Id, T> =
  | { readonly id: I; readonly result: T; readonly error: null }
  | { readonly id: I; readonly result: null; readonly error: CliError };

interface Action<I extends Id, T> {
  act(id: I): Promise<T>;
  /** The sentence that reports a success. */
  describe(id: I, result: T): string;
}

const BAR_CELLS = 24;

/**
 * Runs one action on several ids, one after the other, with a progress bar on stderr. It reports each outcome and returns exit 1 when any
 * failed. A single id fails with its own error.
 */
export async function runBatch<I extends Id, T>(context: CommandContext, ids: readonly I[], action: Action<I, T>): Promise<number> {
  const { print } = context;
  if (context.options.dryRun) await showEach(ids, action.act);
  const [first, second] = ids;
  if (first !== undefined && second === undefined) {
    const result = await action.act(first);
    print.done(action.describe(first, result), result);
    return EXIT.done;
  }
  const outcomes = await runEach(context, ids, action);
  if (print.json)
    print.done(
      '',
      outcomes.map(({ id, result, error }) => ({ id, result, error: error === null ? null : errorBody(error.info) })),
    );
  const failed = outcomes.filter(({ error }) => error !== null).length;
  print.note(`${ids.length - failed} done, ${failed} failed`);
  return failed > 0 ? EXIT.failed : EXIT.done;
}

async function runEach<I extends Id, T>(context: CommandContext, ids: readonly I[], action: Action<I, T>): Promise<Outcome<I, T>[]> {
  const outcomes: Outcome<I, T>[] = [];
  for (const id of ids) {
    drawBar(context, outcomes.length, ids.length);
    const outcome = await outcomeOf(id, action.act)
      .catch((error: unknown) => {
        throw withProgress(error, outcomes);
      })
      .finally(() => clearProgress(context.io));
    outcomes.push(outcome);
    if (!context.print.json) context.print.note(lineOf(outcome, action));
  }
  return outcomes;
}

/** Under --dry-run each action ends before its request. @throws DryRun with all requests */
async function showEach<I extends Id>(ids: readonly I[], act: (id: I) => Promise<unknown>): Promise<never> {
  const requests: DryRun['requests'][number][] = [];
  for (const id of ids)
    await act(id).catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
      requests.push(...error.requests);
    });
  throw new DryRun(requests);
}

async function outcomeOf<I extends Id, T>(id: I, act: (id: I) => Promise<T>): Promise<Outcome<I, T>> {
  try {
    return { id, result: await act(id), error: null };
  } catch (error) {
    if (error instanceof CliError && concernsOneId(error)) return { id, result: null, error };
    throw error;
  }
}

/** A missing right, a lost connection and Ctrl-C would also fail for the remaining ids. */
function concernsOneId({ info: { exit } }: CliError): boolean {
  return exit === EXIT.failed || exit === EXIT.notFound || exit === EXIT.conflict;
}

/** Adds the finished ids to an error that ends the batch early. */
function withProgress(error: unknown, outcomes: readonly Outcome<Id, unknown>[]): unknown {
  const done = outcomes.filter((outcome) => outcome.error === null).map(({ id }) => id);
  if (!(error instanceof CliError) || done.length === 0) return error;
  const { details = [], ...info } = error.info;
  return new CliError({ ...info, details: [...details, `done before: ${done.join(', ')}`] });
}

function lineOf<I extends Id, T>(outcome: Outcome<I, T>, { describe }: Action<I, T>): string {
  const { id, error } = outcome;
  return error === null ? describe(id, outcome.result) : oneLine(`${id}: ${error.info.message} (${error.info.code})`);
}

function drawBar({ io, options }: CommandContext, done: number, total: number): void {
  if (options.json) return;
  const filled = Math.round((BAR_CELLS * done) / total);
  drawProgress(io, `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${done}/${total}`);
}
