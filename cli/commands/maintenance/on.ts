import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { confirmSevere } from '../../input/confirm.ts';
import { readEndTime } from '../../input/end-time.ts';

interface OnOptions {
  readonly slug: string;
  readonly messageEn?: string;
  readonly messageAr?: string;
  readonly estimatedEnd?: string;
  readonly confirm: string | undefined;
}

export default defineCommand<OnOptions>({
  parse({ args: [slug], options }, { io }) {
    const until = options.text('until');
    const estimatedEnd = until === undefined ? undefined : readEndTime('--until', until, io.now());
    const messages = omitUndefined({ messageEn: options.text('en'), messageAr: options.text('ar'), estimatedEnd });
    return { slug: readSlug(slug), ...messages, confirm: options.text('confirm') };
  },
  async run(context, { slug, confirm, ...messages }) {
    await confirmSevere(context, { slug, consequence: 'All users of the app will be locked out.', given: confirm });
    const { api, print } = context;
    const path = { slug };
    const event = await unwrap(
      (await api()).PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path }, body: { isActive: true, ...messages } }),
    );
    const end = messages.estimatedEnd === undefined ? '' : `, expected until ${messages.estimatedEnd}`;
    print.done(`Maintenance of ${slug} is on${end}; \`diwan maintenance off ${slug}\` ends it.`, event);
  },
});
