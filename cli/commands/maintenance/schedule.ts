import { defineCommand } from '../../command.ts';
import { missingFlag } from '../../errors/errors.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { confirmSevere } from '../../input/confirm.ts';
import { readEndTime } from '../../input/times.ts';
import { audienceLines, MAINTENANCE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { readWindow, type WindowFields } from './window-fields.ts';
import { comingPicture, timesOf } from './window-picture.ts';

interface ScheduleOptions extends WindowFields {
  readonly slug: string;
  readonly startAt: string;
  readonly announceFrom?: string;
  readonly messageEn?: string;
  readonly messageAr?: string;
  readonly confirm: string | undefined;
}

export default defineCommand<ScheduleOptions>({
  parse({ args: [slug], options }, { io }) {
    const now = io.now();
    const [start, announce] = [options.text('start'), options.text('announce')];
    if (start === undefined) throw missingFlag('--start <time>');
    return {
      slug: readSlug(slug),
      confirm: options.text('confirm'),
      startAt: readEndTime('--start', start, now),
      ...readWindow(options, now),
      ...omitUndefined({
        announceFrom: announce === undefined ? undefined : readEndTime('--announce', announce, now),
        messageEn: options.text('en'),
        messageAr: options.text('ar'),
      }),
    };
  },
  async run(context, { slug, confirm, ...window }) {
    const { print, io } = context;
    const times = timesOf({ startAt: window.startAt, endAt: window.endAt ?? null }, io.env['TZ']).join(' = ');
    const people = window.platforms || window.versions ? 'The users that it is for' : 'All users of the app';
    const locksOut = window.mode !== 'read_only';
    const event = await tryAndChange(context, {
      slug,
      name: `The maintenance of ${slug}`,
      showsFirst: locksOut && confirm !== slug,
      write: (api) => api.PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path: { slug } }, body: { isActive: true, ...window } }),
      picture: audienceLines(print, MAINTENANCE_WORDS),
      confirm: async () => {
        if (locksOut) await confirmSevere(context, { slug, consequence: `${people} will be locked out: ${times}.`, given: confirm });
      },
    });
    const cancel = event === null ? '' : `; \`diwan maintenance cancel ${slug} ${event.id}\` cancels it`;
    print.done(`Maintenance of ${slug} is scheduled: ${times}${cancel}.`, event);
    if (!print.json && print.isForPeople && event !== null) for (const line of comingPicture(context, [event])) print.note(line);
  },
});
