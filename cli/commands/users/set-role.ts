import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readChoice } from '../../input/arguments.ts';
import { ROLES, readUserId, type User } from './fields.ts';

interface RoleOptions {
  readonly id: string;
  readonly role: User['role'];
  readonly reason: string | undefined;
}

export default defineCommand<RoleOptions>({
  parse: ({ args: [id, role], options }) => ({
    id: readUserId(id),
    role: readChoice('role', role, ROLES),
    reason: options.text('reason'),
  }),
  async run({ api, print }, { id, role, reason }) {
    const body = { role, ...omitUndefined({ reason }) };
    const user = await unwrap((await api()).PUT('/api/v2/auth/admin/users/{id}', { params: { path: { id } }, body }));
    print.done(`User ${id} now has the role ${role}.`, user);
  },
});
