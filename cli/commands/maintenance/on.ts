import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given, readSlug } from '../arguments.ts';
import { confirmSevere } from '../confirm.ts';
import { readUntil } from '../until.ts';

interface OnOptions {
  readonly slug: string;
  readonly messageEn?: string;
  readonly messageAr?: string;
  readonly estimatedEnd?: string;
  readonly confirm: string | undefined;
}

export default verb<OnOptions>({
  parse({ args: [slug], options }: Raw, { io }: Kit) {
    const { en, ar, until, confirm } = options as { en?: string; ar?: string; until?: string; confirm?: string };
    const estimatedEnd = until === undefined ? undefined : readUntil('--until', until, io.now());
    return { slug: readSlug(slug), ...given({ messageEn: en, messageAr: ar, estimatedEnd }), confirm };
  },
  async run(kit, { slug, confirm, ...messages }) {
    await confirmSevere(kit, { slug, act: 'This shuts out everybody who uses the app.', given: confirm });
    const { api, print } = kit;
    const path = { slug };
    const event = await unwrap(
      (await api()).PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path }, body: { isActive: true, ...messages } }),
    );
    const end = messages.estimatedEnd === undefined ? '' : `, expected until ${messages.estimatedEnd}`;
    print.done(`Maintenance of ${slug} is on${end}; \`diwan maintenance off ${slug}\` ends it.`, event);
  },
});
