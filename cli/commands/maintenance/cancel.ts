import { defineCommand } from '../../command.ts';
import { readId, readSlug } from '../../input/arguments.ts';
import { audienceLines, MAINTENANCE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';

export default defineCommand<{ slug: string; id: number }>({
  parse: ({ args: [slug, id] }) => ({ slug: readSlug(slug), id: readId(id) }),
  async run(context, path) {
    const { print } = context;
    await tryAndChange(context, {
      slug: path.slug,
      name: `The maintenance ${path.id} of ${path.slug}`,
      showsFirst: false,
      write: (api) => api.DELETE('/api/v1/admin/apps/{slug}/maintenance/{id}', { params: { path } }),
      picture: audienceLines(print, MAINTENANCE_WORDS),
    });
    print.done(`The maintenance ${path.id} of ${path.slug} is canceled.`, null);
  },
});
