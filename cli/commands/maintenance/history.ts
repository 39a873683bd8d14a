import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Event, readEvents } from './events.ts';
import { scopeText } from './window-picture.ts';

export default defineCommand<{ slug: string; range: ListRange }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), range: readRange(options) }),
  async run(context, { slug, range }) {
    const { print } = context;
    const events = await readEvents(context, slug);
    const columns: Column<Event>[] = [
      { title: 'ID', value: (event) => event.id, align: 'right', dropOrder: 2 },
      { title: 'State', value: (event) => stateOf(event), isStatus: true },
      { title: 'English', value: (event) => event.messageEn, isText: true },
      { title: 'Arabic', value: (event) => event.messageAr, isText: true, dropOrder: 1 },
      { title: 'Expected end', value: (event) => event.estimatedEnd, display: (event) => print.time(event.estimatedEnd), dropOrder: 3 },
      { title: 'For', value: scopeText, dropOrder: 4 },
      { title: 'Began', value: beginOf, display: (event) => print.time(beginOf(event)) },
      { title: 'Ended', value: (event) => event.endedAt, display: (event) => print.time(event.endedAt) },
      { title: 'End', value: (event) => event.endAt, display: (event) => print.time(event.endAt), dropOrder: 5 },
    ];
    const rows = firstRows(print, events, range);
    print.rows(columns, rows, rows);
  },
});

/** `on` and `over` are what scripts know from before there were windows. */
function stateOf({ state }: Event): string {
  if (state === 'active') return 'on';
  return state === 'ended' ? 'over' : state;
}

function beginOf({ startAt, createdAt }: Event): string {
  return startAt ?? createdAt;
}
