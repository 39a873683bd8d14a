import type { Command, CommanderError, Option } from 'commander';
import { CliError, EXIT, usageError } from './errors.ts';

const MISSING_COMMAND = 'command_missing';

/** The error for words that commander refuses, with the nearest command or option, or else the help to read. */
export function wrongUse(program: Command, words: readonly string[], { code, message: text }: CommanderError): CliError {
  const command = findCommand(program, words);
  const help = `run \`${pathOf(command)} --help\` to see what it accepts`;
  if (code === 'commander.help')
    return new CliError({ exit: EXIT.usage, code: MISSING_COMMAND, message: 'A command is missing.', hint: help });
  const [message = '', ...suggestion] = text.replace(/^error: /, '').split('\n');
  const commander = suggestion.join(' ').replace(/^\(|\)$/g, '');
  const own = code === 'commander.unknownOption' ? suggestOption(command, /'(--[^']+)'/.exec(message)?.[1] ?? '') : '';
  return usageError(message, own || commander || help);
}

/** Whether commander has shown the help instead of an error. */
export function isHelpShown(error: unknown): boolean {
  return error instanceof CliError && error.info.code === MISSING_COMMAND;
}

/** The options of a command and of all its parents. */
export function optionsOf(command: Command): Option[] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}

/** Commander suggests options with other letters; this one finds those with missing words: --package for --package-name. */
function suggestOption(command: Command, unknown: string): string {
  const word = unknown.replace(/^--/, '').replace(/=.*$/, '');
  if (word === '') return '';
  const names = optionsOf(command).flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const starting = names.filter((name) => name.startsWith(`--${word}`));
  const near = starting.length > 0 ? starting : names.filter((name) => name.endsWith(`-${word}`));
  if (near.length === 0) return '';
  return `Did you mean ${near.length === 1 ? '' : 'one of '}${near.join(', ')}?`;
}

function findCommand(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) command = command.commands.find((known) => known.name() === word) ?? command;
  return command;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
