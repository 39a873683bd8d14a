import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { printSecret } from './secret.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run(context, { id }) {
    const issued = await unwrap((await context.api()).POST('/api/v1/admin/webhooks/{id}/rotate-secret', { params: { path: { id } } }));
    printSecret(context, issued, `Webhook ${id} has a new secret. The one before signs as well for 24 hours.`);
  },
});
