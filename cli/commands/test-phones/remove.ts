import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { confirmDelete } from '../confirm.ts';
import { projectOf } from '../project.ts';
import { readPhone } from './phone.ts';

interface RemoveOptions {
  readonly path: { readonly id: number; readonly phone: string };
  readonly yes: boolean;
}

export default verb<RemoveOptions>({
  parse: async ({ args: [phone], options }, kit) => ({
    path: { id: await projectOf(kit), phone: readPhone(phone) },
    yes: options['yes'] === true,
  }),
  async run(kit, { path, yes }) {
    await confirmDelete(kit, { what: `the test phone ${path.phone}`, yes });
    const { api, print } = kit;
    await unwrap((await api()).DELETE('/api/v1/admin/projects/{id}/test-phones/{phone}', { params: { path } }));
    print.done(`${path.phone} is no test phone any more.`, null);
  },
});
