import { DryRun } from '../dry-run.ts';
import { CliError, EXIT } from '../errors.ts';
import { isTerminal } from '../io.ts';
import type { Kit } from '../kit.ts';
import { oneLine } from '../output/safe-text.ts';

/** A number, or the UUID of a user. */
type Id = number | string;

interface Outcome<I extends Id, T> {
  readonly id: I;
  readonly result: T | null;
  readonly error: CliError | null;
}

const BAR = 24;

/**
 * Does one thing to each of several ids, one after the other, with a progress bar on stderr; tells each outcome and answers exit 1
 * when any failed. A single one fails with its own error.
 */
export async function forEachId<I extends Id, T>(
  kit: Kit,
  ids: readonly I[],
  { act, said }: { act: (id: I) => Promise<T>; said: (id: I, result: T) => string },
): Promise<number> {
  const { print } = kit;
  if (kit.options.dryRun) await showEach(ids, act);
  if (ids.length === 1) {
    const result = await act(ids[0] as I);
    print.done(said(ids[0] as I, result), result);
    return EXIT.done;
  }
  const outcomes: Outcome<I, T>[] = [];
  for (const id of ids) {
    drawBar(kit, outcomes.length, ids.length);
    const outcome = await outcomeOf(id, act)
      .catch((error: unknown) => {
        throw stoppedAfter(outcomes, error);
      })
      .finally(() => clearBar(kit));
    outcomes.push(outcome);
    if (!print.json) print.note(lineOf(outcome, said));
  }
  if (print.json)
    print.done(
      '',
      outcomes.map(({ id, result, error }) => ({ id, result, error: error?.facts ?? null })),
    );
  const failed = outcomes.filter(({ error }) => error !== null).length;
  print.note(`${ids.length - failed} done, ${failed} failed`);
  return failed > 0 ? EXIT.failed : EXIT.done;
}

/** With --dry-run each act ends before its request. @throws DryRun with all of them */
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
    // one refusal does not stop the others; who is not let in, cannot reach the server or pressed Ctrl-C need not go on
    const { exit } = error instanceof CliError ? error.facts : { exit: null };
    if (exit !== EXIT.failed && exit !== EXIT.notFound && exit !== EXIT.conflict) throw error;
    return { id, result: null, error: error as CliError };
  }
}

/** What ends the command early says what was done until then. */
function stoppedAfter(outcomes: readonly Outcome<Id, unknown>[], error: unknown): unknown {
  const done = outcomes.filter((outcome) => outcome.error === null).map(({ id }) => id);
  if (!(error instanceof CliError) || done.length === 0) return error;
  const { details = [], ...facts } = error.facts;
  return new CliError({ ...facts, details: [...details, `done before: ${done.join(', ')}`] });
}

function lineOf<I extends Id, T>({ id, result, error }: Outcome<I, T>, said: (id: I, result: T) => string): string {
  return error === null ? said(id, result as T) : oneLine(`${id}: ${error.facts.message} (${error.facts.code})`);
}

function drawBar({ io, options }: Kit, done: number, all: number): void {
  if (options.json || !isTerminal(io.stderr)) return;
  const filled = Math.round((BAR * done) / all);
  io.stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${all}`);
}

function clearBar({ io, options }: Kit): void {
  if (!options.json && isTerminal(io.stderr)) io.stderr.write('\r\u001b[K');
}
