import { type CommandContext, defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { MAX_PAGE_SIZE } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { readRange } from '../../input/list-range.ts';
import { readQueueFilters } from '../../input/queue-filters.ts';
import { formatCount } from '../../output/chart.ts';
import type { Printer } from '../../output/printer.ts';
import { clearProgress, drawProgress } from '../../output/progress.ts';
import type { Column } from '../../output/table.ts';
import { KINDS, type QueueEntry, REASONS } from './fields.ts';

interface Filters {
  readonly kinds?: string;
  readonly reason?: QueueEntry['reason'];
  readonly q?: string;
  readonly authorId?: string;
  readonly from?: string;
  readonly to?: string;
}

interface QueueOptions {
  readonly filters: Filters;
  /** Infinity for every row. */
  readonly limit: number;
}

export default defineCommand<QueueOptions>({
  parse({ options }, { io }) {
    const kinds = options.choices('kind', KINDS)?.join(',');
    const filters = omitUndefined({ kinds, reason: options.choice('reason', REASONS), q: options.text('search') });
    return { limit: readRange(options).limit, filters: { ...filters, ...readQueueFilters(options, io.now()) } };
  },
  async run(context, { filters, limit }) {
    const { print } = context;
    const { data, next } = await readQueue(context, filters, limit);
    print.rows(columnsOf(print), data, { data, next });
    if (print.isForPeople && next !== null) print.note(print.colors.dim(`${data.length} rows; --limit and --all show more`));
  },
});

/** A page may be short, or empty, although more follow. */
async function readQueue(context: CommandContext, filters: Filters, limit: number): Promise<{ data: QueueEntry[]; next: string | null }> {
  const api = await context.api();
  const rows: QueueEntry[] = [];
  try {
    for (let cursor: string | undefined; ; ) {
      const query = { ...filters, ...omitUndefined({ cursor }), limit: Math.min(MAX_PAGE_SIZE, limit - rows.length) };
      const { data, next } = await unwrap(api.GET('/api/v1/admin/moderation/queue', { params: { query } }));
      rows.push(...data);
      if (next === null || rows.length >= limit || next === cursor) return { data: rows, next };
      cursor = next;
      drawProgress(context.io, `read ${formatCount(rows.length)}`);
    }
  } finally {
    clearProgress(context.io);
  }
}

function columnsOf(print: Printer): Column<QueueEntry>[] {
  return [
    { title: 'Kind', value: ({ kind }) => kind },
    { title: 'ID', value: ({ id }) => id, align: 'right' },
    { title: 'Reason', value: ({ reason }) => reason, isStatus: true },
    { title: 'Status', value: ({ status }) => status, isStatus: true, dropOrder: 4 },
    { title: 'Reports', value: ({ reports }) => reports?.count ?? null, align: 'right', dropOrder: 3 },
    { title: 'Author', value: ({ author }) => author.name ?? author.id, isText: true, dropOrder: 2 },
    { title: 'Text', value: ({ title, text }) => title ?? text, isText: true },
    {
      title: 'Waiting since',
      value: ({ waitingSince }) => waitingSince,
      display: ({ waitingSince }) => print.time(waitingSince),
      dropOrder: 1,
    },
  ];
}
