import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { ROLES, STATUSES, type User } from './fields.ts';

interface ListQuery {
  readonly q?: string;
  readonly status?: User['status'];
  readonly role?: User['role'];
  readonly page?: number;
  readonly limit?: number;
}

export default defineCommand<ListQuery>({
  parse: ({ options }) =>
    omitUndefined({
      page: options.number('page'),
      limit: options.number('limit'),
      q: options.text('search'),
      status: options.choice('status', STATUSES),
      role: options.choice('role', ROLES),
    }),
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v2/auth/admin/users', { params: { query } }));
    const columns: Column<User>[] = [
      { title: 'ID', value: (user) => user.id },
      { title: 'Status', value: (user) => user.status },
      { title: 'Role', value: (user) => user.role, dropOrder: 1 },
      { title: 'Phone', value: (user) => user.phone },
      { title: 'Name', value: nameOf, shrinkOrder: 2 },
      { title: 'Email', value: (user) => user.email, shrinkOrder: 3, dropOrder: 3 },
      { title: 'Created', value: (user) => user.createdAt, display: (user) => print.time(user.createdAt), dropOrder: 2 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});

function nameOf({ firstName, lastName }: User): string {
  return [firstName, lastName].filter((name) => name !== null).join(' ');
}
