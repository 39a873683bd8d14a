import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import type { Field } from '../../output/printer.ts';
import { type Event, readEvents } from './events.ts';
import { comingOf, comingPicture, scopeText } from './window-picture.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    // the public endpoint returns neither the start time nor inactive apps
    const events = await readEvents(context, slug);
    const active = events.filter(({ isActive }) => isActive);
    const event = active.find(({ mode }) => mode === 'full') ?? active[0] ?? null;
    const [next] = comingOf(events);
    const coming: Field[] = next === undefined ? [] : [['Next', print.time(next.startAt)]];
    print.record([['Maintenance', event === null ? 'off' : 'on', 'status'], ...detailsOf(event, print.time), ...coming], event);
    if (print.isForPeople && next !== undefined) print.lines(comingPicture(context, events).join('\n'));
  },
});

function detailsOf(event: Event | null, time: (iso: string | null) => string): Field[] {
  if (event === null) return [];
  const isPlain = event.endAt === null && scopeText(event) === 'full';
  const window: Field[] = isPlain
    ? []
    : [
        ['For', scopeText(event)],
        ['End', time(event.endAt)],
      ];
  return [
    ['Since', time(event.startAt ?? event.createdAt)],
    ...window,
    ['Expected end', time(event.estimatedEnd)],
    ['English', event.messageEn],
    ['Arabic', event.messageAr],
  ];
}
