import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { projectOf } from '../project.ts';
import type { Operator } from './fields.ts';

export default verb<{ id: number }>({
  parse: async (_raw, kit) => ({ id: await projectOf(kit) }),
  async run({ api, print }, path) {
    const operators = await unwrap((await api()).GET('/api/v1/admin/projects/{id}/operators', { params: { path } }));
    const columns: Column<Operator>[] = [
      { title: 'ID', value: (operator) => operator.id, align: 'right' },
      { title: 'Username', value: (operator) => operator.username, shrinks: 2 },
      { title: 'Role', value: (operator) => operator.role },
      { title: 'Email', value: (operator) => operator.email, shrinks: 3 },
      { title: 'Active', value: (operator) => operator.isActive, shown: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Created', value: (operator) => operator.createdAt, shown: (operator) => print.time(operator.createdAt) },
    ];
    print.rows(columns, operators, operators);
  },
});
