/** What a command ends with (contract §6, Exit codes). */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  access: 4,
  notFound: 5,
  conflict: 6,
  network: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface CliErrorFacts {
  readonly exit: ExitCode;
  /** Stable, for programs: the server's own code, or one of ours. */
  readonly code: string;
  readonly message: string;
  /** The next step, as "run `diwan login`". */
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  /** Faults by field. */
  readonly details?: readonly string[];
}

/** An end that is not success, told in one place (`output/report-error.ts`). */
export class CliError extends Error {
  readonly facts: CliErrorFacts;

  constructor(facts: CliErrorFacts) {
    super(facts.message);
    this.name = 'CliError';
    this.facts = facts;
  }
}

/** Wrong use of the command: exit 2. */
export function usageError(message: string, hint?: string): CliError {
  return new CliError({ exit: EXIT.usage, code: 'usage', message, hint });
}

/** A question that nobody is there to answer: names the flag that answers it. */
export function missingFlag(flag: string): CliError {
  return usageError(`${flag} is required here: there is no terminal to ask on.`, `give ${flag}`);
}

/** Ctrl-C; `doubt` says what is not known now. */
export function interrupted(doubt = ''): CliError {
  return new CliError({ exit: EXIT.interrupted, code: 'interrupted', message: `Interrupted. ${doubt}`.trimEnd() });
}
