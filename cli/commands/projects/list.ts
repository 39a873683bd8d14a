import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import type { Project } from './fields.ts';

export default defineCommand<ListRange>({
  parse: ({ options }) => readRange(options),
  async run({ api, print }, range) {
    const projects = await unwrap((await api()).GET('/api/v1/admin/projects'));
    const columns: Column<Project>[] = [
      { title: 'ID', value: (project) => project.id, align: 'right' },
      { title: 'Name', value: (project) => project.name, isText: true },
      { title: 'Active', value: (project) => project.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no'), isStatus: true },
      { title: 'Registration', value: ({ settings }) => (settings.registration ? 'on' : 'off'), isStatus: true, dropOrder: 1 },
      { title: 'Login methods', value: ({ settings }) => settings.loginMethods.join(','), isText: true },
      { title: 'Created', value: (project) => project.createdAt, display: (project) => print.time(project.createdAt), dropOrder: 2 },
    ];
    const rows = firstRows(print, projects, range);
    print.rows(columns, rows, rows);
  },
});
