import { readFile } from 'node:fs/promises';
import type { CommandContext } from '../command.ts';
import { messageOf, usageError } from '../errors/errors.ts';
import { readAll, withoutByteOrderMark } from '../io.ts';

/** A text given directly, as `@file`, or as `-` for standard input. The final line break of a file is removed. */
export async function readTextArgument({ io }: CommandContext, given: string): Promise<string> {
  if (given === '-') return withoutFinalBreak(await readAll(io));
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}`);
  });
  return withoutFinalBreak(withoutByteOrderMark(text));
}

/** A JSON value, given like a text. @throws CliError exit 2 for invalid JSON */
export async function readJsonArgument(context: CommandContext, given: string): Promise<unknown> {
  const text = await readTextArgument(context, given);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`The value is not valid JSON: ${messageOf(error)}`, 'quote it for the shell, or give it as @file');
  }
}

function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
