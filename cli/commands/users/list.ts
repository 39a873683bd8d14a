import { unwrap } from '../../http/client.ts';
import { type Raw, verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { given } from '../arguments.ts';
import { notePages } from '../pages.ts';
import type { User } from './fields.ts';

interface ListOptions {
  readonly q?: string;
  readonly status?: User['status'];
  readonly role?: User['role'];
  readonly page: number;
  readonly limit: number;
}

export default verb<ListOptions>({
  parse: ({ options }: Raw) => {
    const { search, status, role, page, limit } = options as Omit<ListOptions, 'q'> & { search?: string };
    return { page, limit, ...given({ q: search, status, role }) };
  },
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v2/auth/admin/users', { params: { query } }));
    const columns: Column<User>[] = [
      { title: 'ID', value: (user) => user.id },
      { title: 'Status', value: (user) => user.status },
      { title: 'Role', value: (user) => user.role, spare: 1 },
      { title: 'Phone', value: (user) => user.phone },
      { title: 'Name', value: nameOf, shrinks: 2 },
      { title: 'Email', value: (user) => user.email, shrinks: 3, spare: 3 },
      { title: 'Created', value: (user) => user.createdAt, shown: (user) => print.time(user.createdAt), spare: 2 },
    ];
    print.rows(columns, data, { data, pagination });
    notePages(print, pagination);
  },
});

function nameOf({ firstName, lastName }: User): string {
  return [firstName, lastName].filter((name) => name !== null).join(' ');
}
