/** The exit codes; `diwan --help` lists them. */
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

export interface CliErrorInfo {
  readonly exit: ExitCode;
  /** Stable, for programs: the code of the server, or one of the CLI. */
  readonly code: string;
  readonly message: string;
  /** The next step, such as "run `diwan login`". */
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  /** One line per invalid field. */
  readonly details?: readonly string[];
  /** The fields that the server refused with status 400. */
  readonly invalidFields?: readonly string[];
}

/** An expected failure. `output/report-error.ts` prints it. */
export class CliError extends Error {
  readonly info: CliErrorInfo;

  constructor(info: CliErrorInfo) {
    super(info.message);
    this.name = 'CliError';
    this.info = info;
  }
}

/** Wrong use of the command: exit 2. */
export function usageError(message: string, hint?: string): CliError {
  return new CliError({ exit: EXIT.usage, code: 'usage', message, hint });
}

/** A required value is missing and no terminal is there to ask for it. */
export function missingFlag(flag: string): CliError {
  return usageError(`${flag} is required: there is no terminal to ask on.`, `give ${flag}`);
}

/** Ctrl-C. `doubt` states what is unknown after it. */
export function interrupted(doubt = ''): CliError {
  return new CliError({ exit: EXIT.interrupted, code: 'interrupted', message: `Interrupted. ${doubt}`.trimEnd() });
}

/** The `code` of a system error, such as ENOENT; '' for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
