import { readFile } from 'node:fs/promises';
import { usageError } from '../errors.ts';
import { readAll } from '../io.ts';
import type { Kit } from '../kit.ts';

/** A text given as such, as `@file`, or as `-` for what is piped in; the last line break of a file is not part of it. */
export async function readContent({ io }: Kit, given: string): Promise<string> {
  if (given === '-') return withoutLastBreak(await readAll(io));
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}`);
  });
  return withoutLastBreak(text);
}

/** The same, as JSON. @throws CliError exit 2 for what is none */
export async function readJson(kit: Kit, given: string): Promise<unknown> {
  const text = await readContent(kit, given);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`This is no JSON: ${error instanceof Error ? error.message : ''}`, 'quote it for the shell, or give it as @file');
  }
}

function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
