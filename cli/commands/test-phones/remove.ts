import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { confirmDelete } from '../../input/confirm.ts';
import { readProject } from '../../profiles/project.ts';
import { readPhone } from './phone.ts';

interface RemoveOptions {
  readonly path: { readonly id: number; readonly phone: string };
  readonly yes: boolean;
}

export default defineCommand<RemoveOptions>({
  parse: async ({ args: [phone], options }, context) => ({
    path: { id: await readProject(context), phone: readPhone(phone) },
    yes: options.has('yes'),
  }),
  async run(context, { path, yes }) {
    await confirmDelete(context, { target: `the test phone ${path.phone}`, yes });
    const { api, print } = context;
    await unwrap((await api()).DELETE('/api/v1/admin/projects/{id}/test-phones/{phone}', { params: { path } }));
    print.done(`${path.phone} is no longer a test phone.`, null);
  },
});
