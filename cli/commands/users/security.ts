import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readUserId } from './fields.ts';

export default defineCommand<{ id: string }>({
  parse: ({ args: [id] }) => ({ id: readUserId(id) }),
  async run({ api, print }, path) {
    const found = await unwrap((await api()).GET('/api/v2/auth/admin/users/{id}/security', { params: { path } }));
    const { sessions, locks, codes, deletion } = found;
    print.record(
      [
        ['Last sign-in', print.time(found.lastLoginAt)],
        ['Sessions', sessions.length],
        ...locks.map(({ kind, until }): [string, string] => [`Locked (${kind})`, `until ${print.time(until)}`]),
        ['Next code', found.cooldownUntil === null ? 'at once' : print.time(found.cooldownUntil)],
        ...codes.map((code): [string, string] => [
          `Code (${code.purpose})`,
          `${code.outcome}${code.channel === null ? '' : ` by ${code.channel}`}, ${print.time(code.at)}`,
        ]),
        ['Erased on', print.time(deletion?.deletesAt ?? null)],
      ],
      found,
    );
  },
});
