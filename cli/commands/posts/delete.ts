import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { confirmDelete } from '../../input/confirm.ts';

interface DeleteOptions {
  readonly id: number;
  readonly yes: boolean;
}

export default defineCommand<DeleteOptions>({
  parse: ({ args: [id], options }) => ({ id: readId(id), yes: options.has('yes') }),
  async run(context, { id, yes }) {
    await confirmDelete(context, { target: `post ${id} and its comments`, yes });
    const { api, print } = context;
    const { data } = await unwrap((await api()).DELETE('/api/v1/posts/{id}', { params: { path: { id } } }));
    print.done(`Post ${id} deleted.`, data);
  },
});
