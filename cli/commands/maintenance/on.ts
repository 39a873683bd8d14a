import { defineCommand } from '../../command.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { confirmSevere } from '../../input/confirm.ts';
import { askOptional } from '../../input/optional.ts';
import { checkEndTime, readEndTime } from '../../input/times.ts';
import type { AnswerCheck } from '../../prompter.ts';
import { audienceLines, MAINTENANCE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { readWindow, type WindowFields } from './window-fields.ts';

interface OnOptions extends WindowFields {
  readonly slug: string;
  readonly messageEn?: string;
  readonly messageAr?: string;
  readonly estimatedEnd?: string;
  readonly confirm: string | undefined;
}

export default defineCommand<OnOptions>({
  async parse({ args: [text], options }, context) {
    const { io } = context;
    const slug = readSlug(text);
    const confirm = options.text('confirm');
    const given = options.text('until');
    // an invalid value is reported before the first question
    if (given !== undefined) readEndTime('--until', given, io.now());
    const window = readWindow(options, io.now());
    const ask = (message: string, check?: AnswerCheck): Promise<string | undefined> =>
      confirm === undefined ? askOptional(context, { message, ...omitUndefined({ check }) }) : Promise.resolve(undefined);
    const messageEn = options.text('en') ?? (await ask('Message in English'));
    const messageAr = options.text('ar') ?? (await ask('Message in Arabic'));
    const until = given ?? (await ask('Expected end, such as 2h', (answer) => checkEndTime(answer, io.now())));
    const estimatedEnd = until === undefined ? undefined : readEndTime('--until', until, io.now());
    return { slug, ...omitUndefined({ messageEn, messageAr, estimatedEnd }), ...window, confirm };
  },
  async run(context, { slug, confirm, ...messages }) {
    const { estimatedEnd, endAt, mode, platforms, versions } = messages;
    const end = endAt ? `, until ${endAt}` : estimatedEnd === undefined ? '' : `, expected until ${estimatedEnd}`;
    const people = platforms || versions ? 'The users that it is for' : 'All users of the app';
    const { print } = context;
    const locksOut = mode !== 'read_only';
    const event = await tryAndChange(context, {
      slug,
      name: `The maintenance of ${slug}`,
      showsFirst: locksOut && confirm !== slug,
      write: (api) =>
        api.PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path: { slug } }, body: { isActive: true, ...messages } }),
      picture: audienceLines(print, MAINTENANCE_WORDS),
      confirm: async () => {
        if (locksOut) await confirmSevere(context, { slug, consequence: `${people} will be locked out${end}.`, given: confirm });
      },
    });
    print.done(`Maintenance of ${slug} is on${end}; \`diwan maintenance off ${slug}\` ends it.`, event);
  },
});
