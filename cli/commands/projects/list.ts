import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { Column } from '../../output/table.ts';
import type { Project } from './fields.ts';

export default defineCommand<object>({
  parse: () => ({}),
  async run({ api, print }) {
    const projects = await unwrap((await api()).GET('/api/v1/admin/projects'));
    const columns: Column<Project>[] = [
      { title: 'ID', value: (project) => project.id, align: 'right' },
      { title: 'Name', value: (project) => project.name, shrinkOrder: 3 },
      { title: 'Active', value: (project) => project.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Registration', value: ({ settings }) => (settings.registration ? 'on' : 'off') },
      { title: 'Login methods', value: ({ settings }) => settings.loginMethods.join(','), shrinkOrder: 2 },
      { title: 'Created', value: (project) => project.createdAt, display: (project) => print.time(project.createdAt) },
    ];
    print.rows(columns, projects, projects);
  },
});
