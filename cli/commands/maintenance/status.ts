import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import type { Field } from '../../output/printer.ts';
import { readEvents } from './events.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    // the public endpoint returns neither the start time nor inactive apps
    const event = (await readEvents(context, slug)).find(({ isActive }) => isActive) ?? null;
    const details: Field[] =
      event === null
        ? []
        : [
            ['Since', print.time(event.createdAt)],
            ['Expected end', print.time(event.estimatedEnd)],
            ['English', event.messageEn],
            ['Arabic', event.messageAr],
          ];
    print.record([['Maintenance', event === null ? 'off' : 'on', 'status'], ...details], event);
  },
});
