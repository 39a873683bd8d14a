import { unwrap } from '../../http/client.ts';
import { type Raw, verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { given } from '../arguments.ts';
import { notePages } from '../pages.ts';
import type { Entry } from './fields.ts';

interface ListOptions {
  readonly type?: Entry['type'];
  readonly page: number;
  readonly limit: number;
}

export default verb<ListOptions>({
  parse: ({ options }: Raw) => {
    const { type, page, limit } = options as unknown as ListOptions;
    return { page, limit, ...given({ type }) };
  },
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/changelog', { params: { query } }));
    const columns: Column<Entry>[] = [
      { title: 'ID', value: (entry) => entry.id, align: 'right' },
      { title: 'Type', value: (entry) => entry.type },
      { title: 'Version', value: (entry) => entry.version, shrinks: 1 },
      { title: 'Title', value: (entry) => entry.title, shrinks: 3 },
      { title: 'Arabic', value: (entry) => entry.titleAr, shrinks: 2 },
      { title: 'Posts', value: (entry) => entry.linkedPostIds.join(' '), shrinks: 1 },
      { title: 'Published', value: (entry) => entry.publishedAt, shown: (entry) => print.time(entry.publishedAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePages(print, pagination);
  },
});
