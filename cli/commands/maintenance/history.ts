import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { readSlug } from '../arguments.ts';
import { type Event, readEvents } from './events.ts';

export default verb<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(kit, { slug }) {
    const { print } = kit;
    const events = await readEvents(kit, slug);
    const columns: Column<Event>[] = [
      { title: 'ID', value: (event) => event.id, align: 'right' },
      { title: 'State', value: (event) => (event.isActive ? 'on' : 'over') },
      { title: 'English', value: (event) => event.messageEn, shrinks: 2 },
      { title: 'Arabic', value: (event) => event.messageAr, shrinks: 1 },
      { title: 'Expected end', value: (event) => event.estimatedEnd, shown: (event) => print.time(event.estimatedEnd) },
      { title: 'Began', value: (event) => event.createdAt, shown: (event) => print.time(event.createdAt) },
      { title: 'Ended', value: (event) => event.endedAt, shown: (event) => print.time(event.endedAt) },
    ];
    print.rows(columns, events, events);
  },
});
