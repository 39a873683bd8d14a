import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId, readSlug } from '../../input/arguments.ts';

export default defineCommand<{ slug: string; id: number }>({
  parse: ({ args: [slug, id] }) => ({ slug: readSlug(slug), id: readId(id) }),
  async run({ api, print }, path) {
    await unwrap((await api()).DELETE('/api/v1/admin/apps/{slug}/maintenance/{id}', { params: { path } }));
    print.done(`The maintenance ${path.id} of ${path.slug} is canceled.`, null);
  },
});
