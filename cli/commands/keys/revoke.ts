import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { readId } from '../arguments.ts';
import { confirmDelete } from '../confirm.ts';

interface RevokeOptions {
  readonly id: number;
  readonly yes: boolean;
}

export default verb<RevokeOptions>({
  parse: ({ args: [id], options }) => ({ id: readId(id), yes: options['yes'] === true }),
  async run(kit, { id, yes }) {
    await confirmDelete(kit, { what: `API key ${id}`, yes, act: 'Revoke' });
    const { api, print } = kit;
    await unwrap((await api()).DELETE('/api/v1/admin/api-keys/{id}', { params: { path: { id } } }));
    print.done(`API key ${id} is revoked.`, null);
  },
});
