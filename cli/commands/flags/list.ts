import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Flag, readFlags } from './fields.ts';

export default defineCommand<{ slug: string; range: ListRange }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), range: readRange(options) }),
  async run(context, { slug, range }) {
    const { print } = context;
    const flags = await readFlags(context, slug);
    const columns: Column<Flag>[] = [
      { title: 'Key', value: (flag) => flag.flagKey },
      { title: 'Enabled', value: (flag) => flag.isEnabled, display: ({ isEnabled }) => (isEnabled ? 'on' : 'off'), isStatus: true },
      { title: 'Config', value: (flag) => (flag.config === null ? null : JSON.stringify(flag.config)), isText: true },
      { title: 'Description', value: (flag) => flag.description, isText: true, dropOrder: 1 },
      { title: 'Updated', value: (flag) => flag.updatedAt, display: (flag) => print.time(flag.updatedAt), dropOrder: 2 },
    ];
    const rows = firstRows(print, flags, range);
    print.rows(columns, rows, rows);
  },
});
