import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Entry, TYPES } from './fields.ts';

interface Filters {
  readonly type?: Entry['type'];
}

interface ListOptions {
  readonly range: ListRange;
  readonly filters: Filters;
}

export default defineCommand<ListOptions>({
  parse: ({ options }) => ({ range: readRange(options), filters: omitUndefined({ type: options.choice('type', TYPES) }) }),
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v1/changelog', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<Entry>[] = [
      { title: 'ID', value: (entry) => entry.id, align: 'right' },
      { title: 'Type', value: (entry) => entry.type },
      { title: 'Version', value: (entry) => entry.version, isText: true, dropOrder: 1 },
      { title: 'Title', value: (entry) => entry.title, isText: true },
      { title: 'Arabic', value: (entry) => entry.titleAr, isText: true, dropOrder: 2 },
      { title: 'Posts', value: (entry) => entry.linkedPostIds.join(' '), isText: true, dropOrder: 3 },
      { title: 'Published', value: (entry) => entry.publishedAt, display: (entry) => print.time(entry.publishedAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
