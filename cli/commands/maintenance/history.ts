import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Event, readEvents } from './events.ts';

export default defineCommand<{ slug: string; range: ListRange }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), range: readRange(options) }),
  async run(context, { slug, range }) {
    const { print } = context;
    const events = await readEvents(context, slug);
    const columns: Column<Event>[] = [
      { title: 'ID', value: (event) => event.id, align: 'right', dropOrder: 2 },
      { title: 'State', value: (event) => (event.isActive ? 'on' : 'over'), isStatus: true },
      { title: 'English', value: (event) => event.messageEn, isText: true },
      { title: 'Arabic', value: (event) => event.messageAr, isText: true, dropOrder: 1 },
      { title: 'Expected end', value: (event) => event.estimatedEnd, display: (event) => print.time(event.estimatedEnd), dropOrder: 3 },
      { title: 'Began', value: (event) => event.createdAt, display: (event) => print.time(event.createdAt) },
      { title: 'Ended', value: (event) => event.endedAt, display: (event) => print.time(event.endedAt) },
    ];
    const rows = firstRows(print, events, range);
    print.rows(columns, rows, rows);
  },
});
