import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import type { Column } from '../../output/table.ts';
import { type Event, readEvents } from './events.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    const events = await readEvents(context, slug);
    const columns: Column<Event>[] = [
      { title: 'ID', value: (event) => event.id, align: 'right' },
      { title: 'State', value: (event) => (event.isActive ? 'on' : 'over') },
      { title: 'English', value: (event) => event.messageEn, shrinkOrder: 2 },
      { title: 'Arabic', value: (event) => event.messageAr, shrinkOrder: 1 },
      { title: 'Expected end', value: (event) => event.estimatedEnd, display: (event) => print.time(event.estimatedEnd) },
      { title: 'Began', value: (event) => event.createdAt, display: (event) => print.time(event.createdAt) },
      { title: 'Ended', value: (event) => event.endedAt, display: (event) => print.time(event.endedAt) },
    ];
    print.rows(columns, events, events);
  },
});
