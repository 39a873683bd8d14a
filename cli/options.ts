import { type Command, InvalidArgumentError, Option } from 'commander';

/** Parses a whole number from 1 for commander. */
export function readPositive(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** More would be too long for a timer. */
const MAX_SECONDS = 86_400;

/** Parses the seconds that something lasts for commander. */
export function readSeconds(text: string): number {
  const seconds = readPositive(text);
  if (seconds > MAX_SECONDS) throw new InvalidArgumentError(`It must be at most ${MAX_SECONDS} seconds, which is a day.`);
  return seconds;
}

/** Parses a whole number from 0 for commander. */
export function readWhole(text: string): number {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

/** Parses a number above 0, with a fraction or without, for commander. */
export function readFactor(text: string): number {
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a number above 0, such as 0.5.');
  return Number(text);
}

/** Parses several values, separated by commas or given by repeating the option. If `choices` is given, each must be one of them. */
export function listOf(choices?: readonly string[]): (text: string, earlier: readonly string[] | undefined) => string[] {
  return (text, earlier = []) => {
    const values = text.split(',').map((value) => value.trim());
    const wrong = values.find((value) => value === '' || choices?.includes(value) === false);
    if (wrong !== undefined)
      throw new InvalidArgumentError(choices ? `Allowed values are ${choices.join(', ')}.` : 'No value may be empty.');
    return [...new Set([...earlier, ...values])];
  };
}

const DEFAULT_LIMIT = 20;

/** Adds --limit, --page and --all to a list that the server returns in pages. */
export function withPages(command: Command): Command {
  return command
    .option('-L, --limit <n>', 'number of rows in all; more than 100 are read in several requests', readPositive, DEFAULT_LIMIT)
    .option('--page <n>', 'skip the rows of the earlier pages of --limit rows', readPositive, 1)
    .addOption(new Option('--all', 'every row').conflicts(['limit', 'page']));
}

/** Adds --author, --since and --until to a list of moderators. */
export function withQueueFilters(command: Command): Command {
  return command
    .option('--author <id>', 'only what this author wrote: the id of a user, or operator:<id>')
    .option('--since <time>', 'only what was written at this time or later: 30m, 2h, 2d ago, or 2026-01-31T20:00:00Z')
    .option('--until <time>', 'only what was written before this time, given in the same way');
}

/** Adds --limit and --all to a list that the server returns whole. */
export function withLimit(command: Command): Command {
  return command
    .option('-L, --limit <n>', 'number of rows in all (default: every row)', readPositive)
    .addOption(new Option('--all', 'every row').conflicts('limit'));
}
