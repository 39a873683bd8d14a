import { verb } from '../../kit.ts';
import type { Field } from '../../output/printer.ts';
import { readSlug } from '../arguments.ts';
import { readEvents } from './events.ts';

export default verb<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(kit, { slug }) {
    const { print } = kit;
    // the public address knows neither when it began nor the apps that are not active
    const event = (await readEvents(kit, slug)).find(({ isActive }) => isActive) ?? null;
    const details: Field[] =
      event === null
        ? []
        : [
            ['Since', print.time(event.createdAt)],
            ['Expected end', print.time(event.estimatedEnd)],
            ['English', event.messageEn],
            ['Arabic', event.messageAr],
          ];
    print.record([['Maintenance', event === null ? 'off' : 'on'], ...details], event);
  },
});
