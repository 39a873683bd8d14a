import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { readId } from '../arguments.ts';
import { confirmDelete } from '../confirm.ts';

interface RemoveOptions {
  readonly id: number;
  readonly yes: boolean;
}

export default verb<RemoveOptions>({
  parse: ({ args: [id], options }) => ({ id: readId(id), yes: options['yes'] === true }),
  async run(kit, { id, yes }) {
    await confirmDelete(kit, { what: `changelog entry ${id} with its comments`, yes });
    const { api, print } = kit;
    const { data } = await unwrap((await api()).DELETE('/api/v1/changelog/{id}', { params: { path: { id } } }));
    print.done(`Changelog entry ${id} deleted.`, data);
  },
});
