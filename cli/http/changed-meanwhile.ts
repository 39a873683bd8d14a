import { CliError } from '../errors/errors.ts';

/** Names the thing in the error for a change that came between reading and writing. @throws CliError exit 6 then */
export async function sayWhatChanged<T>(name: string, written: Promise<T>): Promise<T> {
  return written.catch((error: unknown) => {
    if (!(error instanceof CliError) || error.info.code !== 'content_changed') throw error;
    throw new CliError({
      ...error.info,
      message: `${name} was changed by somebody else meanwhile: your change was not made.`,
      hint: 'look at the new state, then run the command again',
    });
  });
}
