import { CliError } from '../../errors.ts';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly finding: string;
  /** The step that corrects it. */
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

/** Runs a check; an error becomes a failed finding. Ctrl-C ends the command. */
export async function asFinding(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CliError) || error.info.code === 'interrupted') throw error;
    return fail(check, error.info.message, error.info.hint ?? 'read the log of the server');
  }
}
