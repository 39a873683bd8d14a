import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { confirmDelete } from '../../input/confirm.ts';

export default defineCommand<{ id: number; yes: boolean }>({
  parse: ({ args: [id], options }) => ({ id: readId(id), yes: options.has('yes') }),
  async run(context, { id, yes }) {
    await confirmDelete(context, { target: `webhook ${id} with what waits for it`, yes });
    const { api, print } = context;
    await unwrap((await api()).DELETE('/api/v1/admin/webhooks/{id}', { params: { path: { id } } }));
    print.done(`Webhook ${id} deleted.`, null);
  },
});
