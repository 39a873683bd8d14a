import { defineCommand } from '../../command.ts';
import { readFlags } from '../flags/fields.ts';
import { textOfCondition } from '../flags/targeting/conditions.ts';
import { readSegment, readSegmentPath, type SegmentPath } from './fields.ts';

export default defineCommand<SegmentPath>({
  parse: ({ args }) => readSegmentPath(args),
  async run(context, path) {
    const { print } = context;
    const { body: segment } = await readSegment(context, path);
    const users = (await readFlags(context, path.slug)).filter(({ targeting }) =>
      targeting?.rules.some(({ segments = [] }) => segments.includes(path.key)),
    );
    print.record(
      [
        ['Key', segment.key],
        ['Name', segment.name],
        ['Who', segment.conditions.map(textOfCondition).join('\n')],
        ['Flags', users.map(({ flagKey }) => flagKey).join(', ')],
        ['Created', print.time(segment.createdAt)],
        ['Updated', print.time(segment.updatedAt)],
      ],
      segment,
    );
  },
});
