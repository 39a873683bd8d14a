import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { readItem, readQueueFilters } from '../../input/queue-filters.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Comment, SORTS, STATES, TARGETS } from './fields.ts';

interface Filters {
  readonly status?: Comment['moderation'];
  readonly authorId?: string;
  readonly q?: string;
  readonly entityType?: Comment['entityType'];
  readonly entityId?: number;
  readonly from?: string;
  readonly to?: string;
  readonly sort?: (typeof SORTS)[number];
}

interface ListOptions {
  readonly range: ListRange;
  readonly filters: Filters;
}

export default defineCommand<ListOptions>({
  parse({ options }, { io }) {
    const item = readItem(options.text('item'), TARGETS);
    const filters = omitUndefined({
      status: options.choice('status', STATES),
      entityType: item?.type,
      entityId: item?.id,
      q: options.text('search'),
      sort: options.choice('sort', SORTS),
    });
    return { range: readRange(options), filters: { ...filters, ...readQueueFilters(options, io.now()) } };
  },
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v1/admin/comments', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<Comment>[] = [
      { title: 'ID', value: (comment) => comment.id, align: 'right' },
      { title: 'State', value: (comment) => comment.moderation, isStatus: true },
      { title: 'On', value: (comment) => `${comment.entityType} ${comment.entityId}`, dropOrder: 1 },
      { title: 'Author', value: (comment) => comment.userId, isText: true },
      { title: 'Text', value: (comment) => comment.content, isText: true },
      { title: 'Created', value: (comment) => comment.createdAt, display: (comment) => print.time(comment.createdAt), dropOrder: 2 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
