import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given, nameUpTo } from '../arguments.ts';
import { required } from '../ask.ts';

interface CreateOptions {
  readonly name: string;
  readonly id?: number;
}

export default verb<CreateOptions>({
  async parse({ options }: Raw, kit: Kit) {
    const { name, id } = options as Partial<CreateOptions>;
    return { name: await required(kit, name, { flag: '--name', message: 'Name:', check: nameUpTo(100) }), ...given({ id }) };
  },
  async run({ api, print }, body) {
    const project = await unwrap((await api()).POST('/api/v1/admin/projects', { body }));
    print.done(`Project ${project.id} created.`, project);
  },
});
