import { CliError } from '../../errors.ts';

/** What one look has found. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly finding: string;
  /** What to do about it. */
  readonly next: string | null;
}

export function ok(check: string, finding: string): Finding {
  return { check, status: 'ok', finding, next: null };
}

export function warn(check: string, finding: string, next: string): Finding {
  return { check, status: 'warn', finding, next };
}

export function fail(check: string, finding: string, next: string): Finding {
  return { check, status: 'fail', finding, next };
}

/** What `look` finds, or its error as a failure; Ctrl-C ends the examination. */
export async function orFail(check: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof CliError) || error.facts.code === 'interrupted') throw error;
    return fail(check, error.facts.message, error.facts.hint ?? 'look in the log of the server');
  }
}
