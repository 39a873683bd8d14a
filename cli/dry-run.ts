import { CliError, EXIT } from './errors/errors.ts';
import type { Printer } from './output/printer.ts';
import { escapeJson } from './output/safe-text.ts';

/** The fields of a body that a terminal, its history and a log must not keep. */
const SECRET = /password|token|secret|^(?:code|otp|totp|recoveryCode|apiKey)$/i;

/** A request that --dry-run prints instead of sending. */
interface UnsentRequest {
  readonly dryRun: true;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The answer of the server to a dry run, for changes that it can try. */
  readonly preview?: unknown;
}

/** Ends a command under --dry-run: the requests are printed, nothing is sent. */
export class DryRun extends CliError {
  readonly requests: readonly UnsentRequest[];

  constructor(requests: readonly UnsentRequest[]) {
    super({ exit: EXIT.done, code: 'dry_run', message: 'Nothing was sent.' });
    this.requests = requests;
  }

  /** The same with the answer of the server to a dry run. */
  withAnswer(preview: unknown): DryRun {
    return new DryRun(this.requests.map((request) => ({ ...request, preview })));
  }
}

/** Ends the command instead of sending the request. @throws DryRun */
export async function stopBeforeSending(request: Request): Promise<never> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  const body: unknown = text === '' ? null : JSON.parse(text, maskSecret);
  throw new DryRun([{ dryRun: true, method: request.method, path: pathname + search, body }]);
}

/** Prints the requests; --json prints one document, which is the request or a list of several. */
export function showRequests(print: Printer, { requests }: DryRun): void {
  if (print.json) return print.record([], requests.length === 1 ? requests[0] : requests);
  for (const { method, path, body } of requests) {
    const text = body === null ? '' : `\n${JSON.stringify(body, null, 2)}`;
    print.lines(`${method} ${path}${print.isTerminal ? escapeJson(text) : text}`);
  }
}

/** Codes of the second factor and tokens are as good as a password while they are valid. */
function maskSecret(key: string, value: unknown): unknown {
  return SECRET.test(key) && typeof value === 'string' ? '********' : value;
}
