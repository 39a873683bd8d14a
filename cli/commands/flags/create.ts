import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type FlagChanges, type FlagPath, readChanges, readFlagPath } from './fields.ts';

export default defineCommand<FlagPath & FlagChanges>({
  parse: async ({ args, options }, context) => ({ ...readFlagPath(args), ...(await readChanges(context, options)) }),
  async run({ api, print }, { slug, ...body }) {
    const flag = await unwrap((await api()).POST('/api/v1/admin/apps/{slug}/features', { params: { path: { slug } }, body }));
    print.done(`Flag ${body.flagKey} of ${slug} created; it is ${body.isEnabled ? 'on' : 'off'}.`, flag);
  },
});
