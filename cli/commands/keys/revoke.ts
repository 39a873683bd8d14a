import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { confirmDelete } from '../../input/confirm.ts';

interface RevokeOptions {
  readonly id: number;
  readonly yes: boolean;
}

export default defineCommand<RevokeOptions>({
  parse: ({ args: [id], options }) => ({ id: readId(id), yes: options.has('yes') }),
  async run(context, { id, yes }) {
    await confirmDelete(context, { target: `API key ${id}`, yes, action: 'Revoke' });
    const { api, print } = context;
    await unwrap((await api()).DELETE('/api/v1/admin/api-keys/{id}', { params: { path: { id } } }));
    print.done(`API key ${id} revoked.`, null);
  },
});
