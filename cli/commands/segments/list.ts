import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { textOfCondition } from '../flags/targeting/conditions.ts';
import { readSegments, type Segment } from './fields.ts';

export default defineCommand<{ slug: string; range: ListRange }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), range: readRange(options) }),
  async run(context, { slug, range }) {
    const { print } = context;
    const columns: Column<Segment>[] = [
      { title: 'Key', value: ({ key }) => key },
      { title: 'Who', value: ({ conditions }) => conditions.map(textOfCondition).join(' and '), isText: true },
      { title: 'Name', value: ({ name }) => name, isText: true, dropOrder: 1 },
      { title: 'Updated', value: ({ updatedAt }) => updatedAt, display: ({ updatedAt }) => print.time(updatedAt), dropOrder: 2 },
    ];
    const rows = firstRows(print, await readSegments(context, slug), range);
    print.rows(columns, rows, rows);
  },
});
