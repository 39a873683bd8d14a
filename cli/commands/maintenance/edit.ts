import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { omitUndefined, readId, readSlug } from '../../input/arguments.ts';
import { readEndTime } from '../../input/times.ts';
import { audienceLines, MAINTENANCE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { readWindow, type WindowFields } from './window-fields.ts';

interface EditOptions {
  readonly path: { readonly slug: string; readonly id: number };
  readonly changes: WindowFields & { startAt?: string; announceFrom?: string; messageEn?: string; messageAr?: string };
}

export default defineCommand<EditOptions>({
  parse({ args: [slug, id], options }, { io }) {
    const now = io.now();
    const [start, announce] = [options.text('start'), options.text('announce')];
    const changes = {
      ...readWindow(options, now),
      ...omitUndefined({
        startAt: start === undefined ? undefined : readEndTime('--start', start, now),
        announceFrom: announce === undefined ? undefined : readEndTime('--announce', announce, now),
        messageEn: options.text('en'),
        messageAr: options.text('ar'),
      }),
    };
    if (Object.keys(changes).length === 0) throw usageError('There is nothing to change.', 'name what changes, such as --start or --en');
    return { path: { slug: readSlug(slug), id: readId(id) }, changes };
  },
  async run(context, { path, changes }) {
    const { print } = context;
    const event = await tryAndChange(context, {
      slug: path.slug,
      name: `The maintenance ${path.id} of ${path.slug}`,
      showsFirst: false,
      write: (api) => api.PUT('/api/v1/admin/apps/{slug}/maintenance/{id}', { params: { path }, body: changes }),
      picture: audienceLines(print, MAINTENANCE_WORDS),
    });
    print.done(`The maintenance ${path.id} of ${path.slug} is changed.`, event);
  },
});
