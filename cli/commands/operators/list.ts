import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { Column } from '../../output/table.ts';
import { readProject } from '../../profiles/project.ts';
import type { Operator } from './fields.ts';

export default defineCommand<{ id: number }>({
  parse: async (_line, context) => ({ id: await readProject(context) }),
  async run({ api, print }, path) {
    const operators = await unwrap((await api()).GET('/api/v1/admin/projects/{id}/operators', { params: { path } }));
    const columns: Column<Operator>[] = [
      { title: 'ID', value: (operator) => operator.id, align: 'right' },
      { title: 'Username', value: (operator) => operator.username, shrinkOrder: 2 },
      { title: 'Role', value: (operator) => operator.role },
      { title: 'Email', value: (operator) => operator.email, shrinkOrder: 3 },
      { title: 'Active', value: (operator) => operator.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Created', value: (operator) => operator.createdAt, display: (operator) => print.time(operator.createdAt) },
    ];
    print.rows(columns, operators, operators);
  },
});
