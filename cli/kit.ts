import { EXIT } from './errors.ts';
import type { Api } from './http/client.ts';
import type { Io } from './io.ts';
import type { Printer } from './output/printer.ts';
import type { Session } from './profiles/session.ts';
import type { Prompter } from './prompter.ts';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json: boolean;
  readonly color: boolean;
  /** Whether questions may be asked, if there is a terminal too. */
  readonly input: boolean;
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly project?: number | undefined;
  readonly timeoutSeconds: number;
  readonly dryRun: boolean;
}

/** What a command runs with, each part loaded when it is first asked for (design §4.14). */
export interface Kit {
  readonly io: Io;
  readonly options: GlobalOptions;
  readonly print: Printer;
  /** Ends what is under way when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
  session(): Promise<Session>;
  api(): Promise<Api>;
  /** `fetch` with credentials, retries and the rest, for calls that the typed client does not know. */
  send(request: Request): Promise<Response>;
  /** null where nobody can be asked: no terminal, --json, --no-input, CI. */
  prompter(): Promise<Prompter | null>;
}

/** What commander parsed: arguments in order, options by name. */
export interface Raw {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A verb: `parse` makes its options of the words and asks for what is missing, `run` does it. A number is its exit code. */
export interface VerbParts<O> {
  parse(raw: Raw, kit: Kit): O | Promise<O>;
  run(kit: Kit, options: O): Promise<number> | Promise<void>;
}

export interface Verb {
  /** Resolves to the exit code. */
  execute(raw: Raw, kit: Kit): Promise<number>;
}

/** What a command's module exports. */
export function verb<O>({ parse, run }: VerbParts<O>): Verb {
  return { execute: async (raw, kit) => (await run(kit, await parse(raw, kit))) ?? EXIT.done };
}
