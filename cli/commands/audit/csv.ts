import { once } from 'node:events';
import type { CommandContext } from '../../command.ts';
import { EXIT } from '../../errors.ts';
import { refusal } from '../../http/client.ts';
import { networkError } from '../../http/network-error.ts';
import type { Filters } from './pages.ts';

/**
 * Copies the CSV of the server to stdout while it arrives, so that its length does not matter.
 * @throws CliError exit 7 when the connection ends before the last row
 */
export async function streamCsv(context: CommandContext, filters: Filters): Promise<number> {
  const { url } = await context.session();
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]));
  const request = new Request(`${url}/api/v1/admin/audit-log?${query}`, { headers: { Accept: 'text/csv' } });
  const response = await context.send(request, 'stream');
  if (!response.ok) throw refusal(await response.json().catch(() => null), response);
  try {
    await copy(response, context);
  } catch (error) {
    const timeoutMs = context.options.timeoutSeconds * 1000;
    throw networkError(error, request, { isInterrupted: context.signal.aborted, isTimeout: false, timeoutMs });
  }
  return EXIT.done;
}

async function copy({ body }: Response, { io: { stdout }, signal }: CommandContext): Promise<void> {
  for await (const part of body ?? []) if (!stdout.write(part)) await once(stdout, 'drain', { signal });
}
