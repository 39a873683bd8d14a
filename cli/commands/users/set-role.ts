import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { ROLES, readUserId, type User } from './fields.ts';

interface RoleOptions {
  readonly id: string;
  readonly role: User['role'];
}

export default verb<RoleOptions>({
  parse: ({ args: [id, role] }) => ({ id: readUserId(id), role: readRole(role) }),
  async run({ api, print }, { id, role }) {
    const user = await unwrap((await api()).PUT('/api/v2/auth/admin/users/{id}', { params: { path: { id } }, body: { role } }));
    print.done(`User ${id} has the role ${role}.`, user);
  },
});

function readRole(word: string | undefined): User['role'] {
  const role = ROLES.find((known) => known === word);
  if (role === undefined) throw usageError(`"${word ?? ''}" is no role.`, `one of ${ROLES.join(', ')}`);
  return role;
}
