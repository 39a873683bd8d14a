import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { findApp } from './fields.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    const app = await findApp(context, slug);
    print.record(
      [
        ['ID', app.id],
        ['Slug', app.slug],
        ['Name', app.name],
        ['Project', app.projectId],
        ['Platform', app.platform],
        ['Package', app.packageName],
        ['Version', app.currentVersion],
        ['Code', app.currentVersionCode],
        ['Store', app.storeUrl],
        ['Active', app.isActive ? 'yes' : 'no', 'status'],
        ['Created', print.time(app.createdAt)],
        ['Updated', print.time(app.updatedAt)],
      ],
      app,
    );
  },
});
