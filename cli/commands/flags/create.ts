import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { type Address, type Changes, readAddress, readChanges } from './flags.ts';

export default verb<Address & Changes>({
  parse: async ({ args, options }: Raw, kit: Kit) => ({ ...readAddress(args), ...(await readChanges(kit, options)) }),
  async run({ api, print }, { slug, ...body }) {
    const flag = await unwrap((await api()).POST('/api/v1/admin/apps/{slug}/features', { params: { path: { slug } }, body }));
    print.done(`Flag ${body.flagKey} of ${slug} created; it is ${body.isEnabled ? 'on' : 'off'}.`, flag);
  },
});
