import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { readSlug } from '../arguments.ts';

export default verb<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run({ api, print }, { slug }) {
    const path = { slug };
    const closed = await unwrap(
      (await api()).PUT('/api/v1/admin/apps/{slug}/maintenance', { params: { path }, body: { isActive: false } }),
    );
    print.done(closed === null ? `Maintenance of ${slug} was off already.` : `Maintenance of ${slug} is off.`, closed);
  },
});
