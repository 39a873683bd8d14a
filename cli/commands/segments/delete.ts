import { defineCommand } from '../../command.ts';
import { confirmDelete } from '../../input/confirm.ts';
import { audienceLines } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { readSegmentPath, type SegmentPath } from './fields.ts';

export default defineCommand<{ path: SegmentPath; yes: boolean }>({
  parse: ({ args, options }) => ({ path: readSegmentPath(args), yes: options.has('yes') }),
  async run(context, { path, yes }) {
    const { print } = context;
    const { slug, key } = path;
    const deleted = await tryAndChange(context, {
      slug,
      name: `Segment ${key} of ${slug}`,
      showsFirst: false,
      write: (api) => api.DELETE('/api/v1/admin/apps/{slug}/segments/{key}', { params: { path } }),
      picture: audienceLines(print),
      confirm: () => confirmDelete(context, { target: `segment ${key} of ${slug}`, yes }),
    });
    print.done(`Segment ${key} of ${slug} deleted.`, deleted);
  },
});
