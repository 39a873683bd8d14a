import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { readPeriod } from '../../input/queue-filters.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { ORDERS, ROLES, SORTS, STATUSES, type User } from './fields.ts';

interface Filters {
  readonly q?: string;
  readonly status?: User['status'];
  readonly role?: User['role'];
  readonly sort?: (typeof SORTS)[number];
  readonly order?: (typeof ORDERS)[number];
  readonly from?: string;
  readonly to?: string;
}

interface ListOptions {
  readonly range: ListRange;
  readonly filters: Filters;
}

export default defineCommand<ListOptions>({
  parse({ options }, { io }) {
    const filters = omitUndefined({
      q: options.text('search'),
      status: options.choice('status', STATUSES),
      role: options.choice('role', ROLES),
      sort: options.choice('sort', SORTS),
      order: options.choice('order', ORDERS),
    });
    return { range: readRange(options), filters: { ...filters, ...readPeriod(options, io.now()) } };
  },
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v2/auth/admin/users', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<User>[] = [
      { title: 'ID', value: (user) => user.id },
      { title: 'Status', value: (user) => user.status, isStatus: true },
      { title: 'Role', value: (user) => user.role, dropOrder: 1 },
      { title: 'Phone', value: (user) => user.phone },
      { title: 'Name', value: nameOf, isText: true },
      { title: 'Email', value: (user) => user.email, isText: true, dropOrder: 3 },
      { title: 'Created', value: (user) => user.createdAt, display: (user) => print.time(user.createdAt), dropOrder: 2 },
      { title: 'Last sign-in', value: (user) => user.lastLoginAt, display: (user) => print.time(user.lastLoginAt), dropOrder: 4 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});

function nameOf({ firstName, lastName }: User): string {
  return [firstName, lastName].filter((name) => name !== null).join(' ');
}
