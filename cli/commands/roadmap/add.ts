import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { nameUpTo } from '../arguments.ts';
import { required } from '../ask.ts';
import { type Changes, type ItemFlags, readChanges } from './fields.ts';

export default verb<Changes & { title: string }>({
  async parse({ options }: Raw, kit: Kit) {
    const flags = options as ItemFlags;
    const title = await required(kit, flags.title, { flag: '--title', message: 'Title:', check: nameUpTo(200) });
    return { ...(await readChanges(kit, flags)), title };
  },
  async run({ api, print }, body) {
    const { data: item } = await unwrap((await api()).POST('/api/v1/roadmap', { body }));
    print.done(`Roadmap item ${item.id} added.`, item);
  },
});
