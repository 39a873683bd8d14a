import { messageOf } from './on-database.ts';

export interface Command<T> {
  readonly help: string;
  /** Reads the arguments; null asks for the help. @throws Error when they are invalid */
  read(): T | null;
  /** Resolves to the exit code. @throws Error with the reason why the command failed */
  run(options: T): Promise<number>;
}

/** Sets the exit code: 2 for invalid arguments, 1 for a failure. The reason of both is printed on standard error. */
export async function runCommand<T>({ help, read, run }: Command<T>): Promise<void> {
  let options: T | null;
  try {
    options = read();
  } catch (error) {
    process.exitCode = fail(2, `${messageOf(error)}\nSee --help.`);
    return;
  }
  if (options === null) process.stdout.write(help);
  else process.exitCode = await run(options).catch((error: unknown) => fail(1, messageOf(error)));
}

function fail(code: number, reason: string): number {
  process.stderr.write(`${reason}\n`);
  return code;
}
