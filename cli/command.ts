import type { Command } from 'commander';
import { EXIT } from './errors/errors.ts';
import type { Api } from './http/client.ts';
import type { Send } from './http/fetch.ts';
import type { VersionGuard } from './http/version-guard.ts';
import type { OptionValues } from './input/option-values.ts';
import type { Io } from './io.ts';
import type { Format, Printer } from './output/printer.ts';
import type { Session } from './profiles/session.ts';
import type { Prompter } from './prompter.ts';

/** The options that every command accepts. */
export interface GlobalOptions {
  /** Whether the format is JSON: no questions, and errors on stdout. */
  readonly json: boolean;
  readonly format: Format | undefined;
  /** The expression of --jq. */
  readonly jq: string | undefined;
  readonly color: boolean;
  /** Whether questions are allowed, provided there is a terminal. */
  readonly input: boolean;
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly project?: number | undefined;
  readonly timeoutSeconds: number;
  readonly dryRun: boolean;
}

/** The environment of a command. Each part is loaded on first use, so that a command pays only for what it needs. */
export interface CommandContext {
  readonly io: Io;
  readonly options: GlobalOptions;
  readonly print: Printer;
  /** Aborted when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** Compares this diwan with the servers that answer. */
  readonly versions: VersionGuard;
  session(): Promise<Session>;
  api(): Promise<Api>;
  /** `fetch` with credentials, retries and the time limit, for calls outside the typed client. */
  send: Send;
  /** null when questions are impossible: no terminal, --json, --no-input, or CI. */
  prompter(): Promise<Prompter | null>;
}

/** The words after the name of a command: arguments in order, options by name. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly options: OptionValues;
}

/** `parse` reads the options and asks for missing ones; `run` does the work and may return an exit code. */
export interface CommandParts<O> {
  parse(line: CommandLine, context: CommandContext): O | Promise<O>;
  run(context: CommandContext, options: O): Promise<number> | Promise<void>;
}

export interface CommandModule {
  /** Resolves to the exit code. */
  execute(line: CommandLine, context: CommandContext): Promise<number>;
}

/** Imports the module of a command when the command runs, so that `--help` stays fast. */
export type LoadCommand = () => Promise<{ readonly default: CommandModule }>;

/** Binds a command of commander to its module. */
export type Register = (command: Command, load: LoadCommand) => Command;

/** The default export of a command's module. */
export function defineCommand<O>({ parse, run }: CommandParts<O>): CommandModule {
  return { execute: async (line, context) => (await run(context, await parse(line, context))) ?? EXIT.done };
}
