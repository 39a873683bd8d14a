import { CliError } from '../../errors/errors.ts';

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
    return fail(check, error.info.message, nextStep(error));
  }
}

const UPGRADE = 'install the version of the server';

/** Where the usual next step is to run doctor, which is running already. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  connection_cut: 'read the logs of the server and of the proxy in front of it',
  method_not_allowed: UPGRADE,
  not_found: UPGRADE,
  timeout: 'give a longer --timeout, or check the load of the server',
  unavailable: 'try again in a moment; if it remains, read the log of the server',
  unreachable: 'start the server, or give its address with --url',
  unsupported_media_type: UPGRADE,
};

function nextStep({ info: { code, hint } }: CliError): string {
  return NEXT_STEPS[code] ?? hint ?? 'read the log of the server';
}
