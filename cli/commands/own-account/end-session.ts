import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';

export default defineCommand<{ id: string }>({
  parse({ args: [id = ''] }) {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      throw usageError(`"${id}" is not a valid session id.`, 'list your sessions: `diwan sessions list`');
    return { id };
  },
  async run({ api, print }, path) {
    const answer = await unwrap((await api()).DELETE('/api/v1/auth/auth/sessions/{id}', { params: { path } }));
    print.done(`Session ${path.id} has ended.`, answer);
  },
});
