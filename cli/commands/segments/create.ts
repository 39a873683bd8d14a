import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { audienceLines } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { readChanges, readSegmentPath, type Segment, type SegmentChanges, type SegmentPath } from './fields.ts';

export default defineCommand<SegmentPath & SegmentChanges & Pick<Segment, 'conditions'>>({
  async parse({ args, options }, context) {
    const path = readSegmentPath(args);
    const { conditions, ...name } = await readChanges(context, options);
    if (conditions === undefined) throw usageError('A segment needs conditions.', 'give --when or --conditions');
    return { ...path, ...name, conditions };
  },
  async run(context, { slug, ...body }) {
    const segment = await tryAndChange(context, {
      slug,
      name: `Segment ${body.key} of ${slug}`,
      showsFirst: false,
      write: (api) => api.POST('/api/v1/admin/apps/{slug}/segments', { params: { path: { slug } }, body }),
      picture: audienceLines(context.print),
    });
    context.print.done(`Segment ${body.key} of ${slug} created.`, segment);
  },
});
