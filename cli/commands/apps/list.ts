import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import type { App } from './fields.ts';

export default defineCommand<ListRange>({
  parse: ({ options }) => readRange(options),
  async run({ api, print, session }, range) {
    const { project } = await session();
    const query = project === null ? {} : { projectId: project };
    const apps = await unwrap((await api()).GET('/api/v1/admin/apps', { params: { query } }));
    const columns: Column<App>[] = [
      { title: 'Slug', value: (app) => app.slug },
      { title: 'Name', value: (app) => app.name, isText: true },
      { title: 'Platform', value: (app) => app.platform, dropOrder: 1 },
      { title: 'Package', value: (app) => app.packageName, isText: true },
      { title: 'Version', value: (app) => app.currentVersion },
      { title: 'Code', value: (app) => app.currentVersionCode, align: 'right', dropOrder: 2 },
      { title: 'Active', value: (app) => app.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no'), isStatus: true },
      { title: 'Updated', value: (app) => app.updatedAt, display: (app) => print.time(app.updatedAt), dropOrder: 3 },
      { title: 'Project', value: (app) => app.projectId, align: 'right', dropOrder: 4 },
    ];
    const rows = firstRows(print, apps, range);
    print.rows(columns, rows, rows);
  },
});
