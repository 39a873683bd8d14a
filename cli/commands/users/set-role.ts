import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readChoice } from '../../input/arguments.ts';
import { ROLES, readUserId, type User } from './fields.ts';

interface RoleOptions {
  readonly id: string;
  readonly role: User['role'];
}

export default defineCommand<RoleOptions>({
  parse: ({ args: [id, role] }) => ({ id: readUserId(id), role: readChoice('role', role, ROLES) }),
  async run({ api, print }, { id, role }) {
    const user = await unwrap((await api()).PUT('/api/v2/auth/admin/users/{id}', { params: { path: { id } }, body: { role } }));
    print.done(`User ${id} now has the role ${role}.`, user);
  },
});
