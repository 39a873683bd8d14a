import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';

export default defineCommand<null>({
  parse: () => null,
  async run({ api, print }) {
    const account = await unwrap((await api()).GET('/api/v1/auth/auth/me'));
    print.record(
      [
        ['ID', account.id],
        ['Username', account.username],
        ['E-mail', account.email],
        ['Roles', account.roles.join(', ')],
        ['Project', account.projectId],
        ['Second factor', account.totp ? 'yes' : 'no', 'status'],
        ['Created', print.time(account.createdAt)],
        ['Last sign-in', print.time(account.lastLoginAt)],
      ],
      account,
    );
  },
});
