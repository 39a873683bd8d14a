import { unwrap } from '../../http/client.ts';
import { type Verb, verb } from '../../kit.ts';
import { forEachId } from '../many.ts';
import { readUserIds, type User } from './fields.ts';

/** The verb that lets users in, or no more. */
export function turnUsers(status: Extract<User['status'], 'active' | 'suspended'>): Verb {
  return verb<{ ids: string[] }>({
    parse: ({ args }) => ({ ids: readUserIds(args) }),
    async run(kit, { ids }) {
      const api = await kit.api();
      return forEachId(kit, ids, {
        act: (id) => unwrap(api.PUT('/api/v2/auth/admin/users/{id}', { params: { path: { id } }, body: { status } })),
        said: (id) => `User ${id} is ${status}.`,
      });
    },
  });
}
