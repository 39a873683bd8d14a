import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { Column } from '../../output/table.ts';
import type { App } from './fields.ts';

export default defineCommand<object>({
  parse: () => ({}),
  async run({ api, print }) {
    const apps = await unwrap((await api()).GET('/api/v1/admin/apps'));
    const columns: Column<App>[] = [
      { title: 'Slug', value: (app) => app.slug },
      { title: 'Name', value: (app) => app.name, shrinkOrder: 3 },
      { title: 'Platform', value: (app) => app.platform, dropOrder: 1 },
      { title: 'Package', value: (app) => app.packageName, shrinkOrder: 2 },
      { title: 'Version', value: (app) => app.currentVersion },
      { title: 'Code', value: (app) => app.currentVersionCode, align: 'right', dropOrder: 2 },
      { title: 'Active', value: (app) => app.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Updated', value: (app) => app.updatedAt, display: (app) => print.time(app.updatedAt), dropOrder: 3 },
    ];
    print.rows(columns, apps, apps);
  },
});
