import { defineCommand } from '../../command.ts';
import { type FlagChanges, type FlagPath, readChanges, readFlagPath } from './fields.ts';
import { audienceLines } from './targeting/audience-picture.ts';
import { tryAndChange } from './targeting/tried-change.ts';

export default defineCommand<FlagPath & FlagChanges>({
  parse: async ({ args, options }, context) => ({ ...readFlagPath(args), ...(await readChanges(context, options)) }),
  async run(context, { slug, ...body }) {
    const flag = await tryAndChange(context, {
      slug,
      name: `Flag ${body.flagKey} of ${slug}`,
      showsFirst: false,
      write: (api) => api.POST('/api/v1/admin/apps/{slug}/features', { params: { path: { slug } }, body }),
      picture: audienceLines(context.print),
    });
    context.print.done(`Flag ${body.flagKey} of ${slug} created; it is ${body.isEnabled ? 'on' : 'off'}.`, flag);
  },
});
