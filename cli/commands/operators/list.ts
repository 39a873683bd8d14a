import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { readProject } from '../../profiles/project.ts';
import type { Operator } from './fields.ts';

export default defineCommand<{ id: number; range: ListRange }>({
  parse: async ({ options }, context) => ({ id: await readProject(context), range: readRange(options) }),
  async run({ api, print }, { range, ...path }) {
    const operators = await unwrap((await api()).GET('/api/v1/admin/projects/{id}/operators', { params: { path } }));
    const columns: Column<Operator>[] = [
      { title: 'ID', value: (operator) => operator.id, align: 'right' },
      { title: 'Username', value: (operator) => operator.username, isText: true },
      { title: 'Role', value: (operator) => operator.role },
      { title: 'Email', value: (operator) => operator.email, isText: true, dropOrder: 1 },
      { title: 'Active', value: (operator) => operator.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no'), isStatus: true },
      { title: 'TOTP', value: ({ totp }) => totp, display: ({ totp }) => (totp ? 'yes' : 'no'), dropOrder: 3 },
      { title: 'Created', value: (operator) => operator.createdAt, display: (operator) => print.time(operator.createdAt), dropOrder: 2 },
      { title: 'Owner', value: (operator) => operator.owner, display: ({ owner }) => (owner ? 'yes' : ''), dropOrder: 3 },
    ];
    const rows = firstRows(print, operators, range);
    print.rows(columns, rows, rows);
  },
});
