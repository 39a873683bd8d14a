import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import type { App } from './fields.ts';

export default verb<object>({
  parse: () => ({}),
  async run({ api, print }) {
    const apps = await unwrap((await api()).GET('/api/v1/admin/apps'));
    const columns: Column<App>[] = [
      { title: 'Slug', value: (app) => app.slug },
      { title: 'Name', value: (app) => app.name, shrinks: 3 },
      { title: 'Platform', value: (app) => app.platform, spare: 1 },
      { title: 'Package', value: (app) => app.packageName, shrinks: 2 },
      { title: 'Version', value: (app) => app.currentVersion },
      { title: 'Code', value: (app) => app.currentVersionCode, align: 'right', spare: 2 },
      { title: 'Active', value: (app) => app.isActive, shown: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Updated', value: (app) => app.updatedAt, shown: (app) => print.time(app.updatedAt), spare: 3 },
    ];
    print.rows(columns, apps, apps);
  },
});
