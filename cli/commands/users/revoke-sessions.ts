import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { forEachId } from '../many.ts';
import { readUserIds } from './fields.ts';

export default verb<{ ids: string[] }>({
  parse: ({ args }) => ({ ids: readUserIds(args) }),
  async run(kit, { ids }) {
    const api = await kit.api();
    return forEachId(kit, ids, {
      act: (id) => unwrap(api.POST('/api/v2/auth/admin/users/{id}/revoke-sessions', { params: { path: { id } } })),
      said: (id, { revoked }) => `User ${id} is signed out everywhere: ${revoked === 1 ? '1 session' : `${revoked} sessions`} ended.`,
    });
  },
});
