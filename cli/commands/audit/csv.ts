import type { CommandContext } from '../../command.ts';
import { EXIT } from '../../errors/errors.ts';
import { download, toStdout } from '../../http/download.ts';
import type { Filters } from './pages.ts';

/** Copies the CSV of the server to stdout while it arrives. @throws CliError exit 7 when the connection ends before the last row */
export async function streamCsv(context: CommandContext, filters: Filters): Promise<number> {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]));
  await download(context, { path: `/api/v1/admin/audit-log?${query}`, accept: 'text/csv', take: toStdout(context) });
  return EXIT.done;
}
