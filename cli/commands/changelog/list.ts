import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Entry, TYPES } from './fields.ts';

interface ListQuery {
  readonly type?: Entry['type'];
  readonly page?: number;
  readonly limit?: number;
}

export default defineCommand<ListQuery>({
  parse: ({ options }) =>
    omitUndefined({ page: options.number('page'), limit: options.number('limit'), type: options.choice('type', TYPES) }),
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/changelog', { params: { query } }));
    const columns: Column<Entry>[] = [
      { title: 'ID', value: (entry) => entry.id, align: 'right' },
      { title: 'Type', value: (entry) => entry.type },
      { title: 'Version', value: (entry) => entry.version, shrinkOrder: 1 },
      { title: 'Title', value: (entry) => entry.title, shrinkOrder: 3 },
      { title: 'Arabic', value: (entry) => entry.titleAr, shrinkOrder: 2 },
      { title: 'Posts', value: (entry) => entry.linkedPostIds.join(' '), shrinkOrder: 1 },
      { title: 'Published', value: (entry) => entry.publishedAt, display: (entry) => print.time(entry.publishedAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
