import { verb } from '../../kit.ts';
import { readSlug } from '../arguments.ts';
import { findApp } from './fields.ts';

export default verb<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(kit, { slug }) {
    const { print } = kit;
    const app = await findApp(kit, slug);
    print.record(
      [
        ['ID', app.id],
        ['Slug', app.slug],
        ['Name', app.name],
        ['Platform', app.platform],
        ['Package', app.packageName],
        ['Version', app.currentVersion],
        ['Code', app.currentVersionCode],
        ['Store', app.storeUrl],
        ['Active', app.isActive ? 'yes' : 'no'],
        ['Created', print.time(app.createdAt)],
        ['Updated', print.time(app.updatedAt)],
      ],
      app,
    );
  },
});
