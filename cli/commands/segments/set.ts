import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { confirmDelete } from '../../input/confirm.ts';
import { audienceLines } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { readChanges, readSegment, readSegmentPath, type SegmentChanges, type SegmentPath } from './fields.ts';

interface SetOptions {
  readonly path: SegmentPath;
  readonly changes: SegmentChanges;
  readonly yes: boolean;
}

export default defineCommand<SetOptions>({
  async parse({ args, options }, context) {
    const path = readSegmentPath(args);
    const changes = await readChanges(context, options);
    if (Object.keys(changes).length === 0)
      throw usageError('Nothing to change: no option was given.', 'give --when, --conditions or --name');
    return { path, changes, yes: options.has('yes') };
  },
  async run(context, { path, changes, yes }) {
    const { print } = context;
    const { slug, key } = path;
    const changesPeople = changes.conditions !== undefined;
    const { tag } = await readSegment(context, path);
    const changed = await tryAndChange(context, {
      slug,
      name: `Segment ${key} of ${slug}`,
      showsFirst: changesPeople && !yes,
      write: (api) => api.PUT('/api/v1/admin/apps/{slug}/segments/{key}', { params: { path, header: { 'If-Match': tag } }, body: changes }),
      picture: audienceLines(print),
      confirm: async () => {
        const target = `segment ${key} of ${slug} and the flags that use it`;
        if (changesPeople) await confirmDelete(context, { action: 'Change', target, yes });
      },
    });
    print.done(`Segment ${path.key} of ${path.slug} changed.`, changed);
  },
});
