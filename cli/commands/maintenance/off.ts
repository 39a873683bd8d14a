import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { audienceLines, MAINTENANCE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    const closed = await tryAndChange(context, {
      slug,
      name: `The maintenance of ${slug}`,
      showsFirst: false,
      write: (api) => api.PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path: { slug } }, body: { isActive: false } }),
      picture: audienceLines(print, MAINTENANCE_WORDS),
    });
    print.done(closed === null ? `Maintenance of ${slug} was already off.` : `Maintenance of ${slug} is off.`, closed);
  },
});
