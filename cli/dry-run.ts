import { CliError, EXIT } from './errors.ts';
import type { Printer } from './output/printer.ts';

/** A request that --dry-run shows instead of sending it. */
interface Unsent {
  readonly dryRun: true;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The end of a --dry-run: what would have been sent is shown, and nothing else happens. */
export class DryRun extends CliError {
  readonly requests: readonly Unsent[];

  constructor(requests: readonly Unsent[]) {
    super({ exit: EXIT.done, code: 'dry_run', message: 'Nothing was sent.' });
    this.requests = requests;
  }
}

/** Ends the command in place of the request. @throws DryRun */
export async function endBefore(request: Request): Promise<never> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  const body: unknown = text === '' ? null : JSON.parse(text, masked);
  throw new DryRun([{ dryRun: true, method: request.method, path: pathname + search, body }]);
}

/** One document with --json: the request, or the list of several. */
export function showRequests(print: Printer, { requests }: DryRun): void {
  if (print.json) return print.record([], requests.length === 1 ? requests[0] : requests);
  for (const { method, path, body } of requests)
    print.lines(body === null ? `${method} ${path}` : `${method} ${path}\n${JSON.stringify(body, null, 2)}`);
}

/** What nobody may read over a shoulder. */
function masked(key: string, value: unknown): unknown {
  return key === 'password' ? '********' : value;
}
