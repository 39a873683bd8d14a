import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readSlug } from '../../input/arguments.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run({ api, print }, { slug }) {
    const path = { slug };
    const closed = await unwrap(
      (await api()).PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path }, body: { isActive: false } }),
    );
    print.done(closed === null ? `Maintenance of ${slug} was already off.` : `Maintenance of ${slug} is off.`, closed);
  },
});
