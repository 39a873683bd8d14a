import type { CommandContext } from '../../../command.ts';
import { DryRun } from '../../../dry-run.ts';
import { CliError, EXIT } from '../../../errors/errors.ts';
import { sayWhatChanged } from '../../../http/changed-meanwhile.ts';
import { unwrap } from '../../../http/client.ts';
import { askDryRun, type Write } from '../../../http/dry-run-answer.ts';
import { readSegments } from '../../segments/fields.ts';

export interface TriedChange<T> {
  readonly slug: string;
  /** The thing that changes, for messages: `Flag cart of shop`. */
  readonly name: string;
  /** Whether a person is shown what the change would do before it is confirmed; under --dry-run it is always shown. */
  readonly showsFirst: boolean;
  write: Write<T>;
  /** The lines that show the answer to a dry run. */
  picture(answer: unknown): readonly string[];
  /** Asks, if the change needs it. */
  confirm?(): Promise<void>;
}

/**
 * Shows what a change would do, asks, and makes it. Under --dry-run the request is printed as well.
 * @throws CliError exit 2 for a no, exit 6 when another change came meanwhile
 */
export async function tryAndChange<T>(context: CommandContext, change: TriedChange<T>): Promise<T> {
  const { options, print } = context;
  const { name, write, picture, confirm } = change;
  const answer = await answerTo(context, change);
  if (answer !== null && !print.json) for (const line of picture(answer)) print.note(line);
  await confirm?.();
  return sayWhatChanged(name, unwrap(write(await context.api()))).catch((error: unknown) => {
    throw options.dryRun && error instanceof DryRun && answer !== null ? error.withAnswer(answer) : error;
  });
}

/** null when no one looks at it, and when the server cannot say. */
async function answerTo(context: CommandContext, { slug, write, showsFirst }: TriedChange<unknown>): Promise<unknown> {
  const { dryRun } = context.options;
  if (!dryRun && !(showsFirst && (await context.prompter()) !== null)) return null;
  if (await knowsDryRuns(context, slug)) return askDryRun(context, write);
  if (dryRun) context.print.note('The server cannot say whom the change reaches: it does not answer, or it is older than dry runs.');
  return null;
}

/** An older server would ignore the parameter and make the change. Segments are as new as dry runs. */
async function knowsDryRuns(context: CommandContext, slug: string): Promise<boolean> {
  try {
    await readSegments(context, slug);
    return true;
  } catch (error) {
    if (error instanceof CliError && (error.info.exit === EXIT.network || error.info.code === 'not_found')) return false;
    throw error;
  }
}
