import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readUserId } from './fields.ts';

export default defineCommand<{ id: string }>({
  parse: ({ args: [id] }) => ({ id: readUserId(id) }),
  async run({ api, print }, path) {
    const user = await unwrap((await api()).GET('/api/v2/auth/admin/users/{id}', { params: { path } }));
    print.record(
      [
        ['ID', user.id],
        ['Status', user.status, 'status'],
        ['Role', user.role],
        ['Phone', user.phone],
        ['Phone verified', user.phoneVerified ? 'yes' : 'no'],
        ['Email', user.email],
        ['First name', user.firstName],
        ['Last name', user.lastName],
        ['Avatar', user.avatar],
        ['Language', user.language],
        ['Project', user.projectId],
        ['Last sign-in', print.time(user.lastLoginAt)],
        ['Erased on', print.time(user.deletesAt)],
        ['Created', print.time(user.createdAt)],
        ['Updated', print.time(user.updatedAt)],
      ],
      user,
    );
  },
});
