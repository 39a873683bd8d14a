import type { components } from '../../../../generated/api-types.ts';
import { type CommandContext, defineCommand } from '../../../command.ts';
import { usageError } from '../../../errors/errors.ts';
import { unwrap } from '../../../http/client.ts';
import { readNewest } from '../../../http/pages.ts';
import { omitUndefined, readSlug } from '../../../input/arguments.ts';
import { readRange } from '../../../input/list-range.ts';
import type { Column } from '../../../output/table.ts';
import { changesOf, textOfChange } from '../../audit/changes.ts';
import { nameOfActor, paintChanges } from '../../audit/columns.ts';
import { readSegmentPath } from '../../segments/fields.ts';
import { readFlagPath } from '../fields.ts';

type Change = components['schemas']['Change'];

interface ChangesOptions {
  readonly slug: string;
  /** `flag:cart`; undefined for all of the app. */
  readonly subject: string | undefined;
  /** Infinity for every row. */
  readonly limit: number;
}

export default defineCommand<ChangesOptions>({
  parse({ args: [slug, key], options }) {
    const segment = options.text('segment');
    if (key !== undefined && segment !== undefined) throw usageError('A flag and a segment are given.', 'give only one of them');
    return { slug: readSlug(slug), subject: subjectOf([slug, key], segment), limit: readRange(options).limit };
  },
  async run(context, { slug, subject, limit }) {
    const { print } = context;
    const api = await context.api();
    const { data, nextBefore } = await readNewest<Change>(context, limit, (range) =>
      unwrap(
        api.GET('/api/v1/admin/apps/{slug}/changes', { params: { path: { slug }, query: { ...range, ...omitUndefined({ subject }) } } }),
      ),
    );
    print.rows(columnsFor(context), data, { data, nextBefore });
    if (print.isForPeople && nextBefore !== null) print.note(print.colors.dim(`${data.length} rows; --limit and --all show more`));
  },
});

function subjectOf([slug, key]: readonly (string | undefined)[], segment: string | undefined): string | undefined {
  if (segment !== undefined) return `segment:${readSegmentPath([slug ?? '', segment]).key}`;
  return key === undefined ? undefined : `flag:${readFlagPath([slug ?? '', key]).flagKey}`;
}

function columnsFor({ print }: CommandContext): Column<Change>[] {
  return [
    { title: 'ID', value: ({ id }) => id, align: 'right' },
    { title: 'Time', value: ({ createdAt }) => createdAt, display: ({ createdAt }) => print.time(createdAt) },
    { title: 'Actor', value: ({ actor }) => actor, display: nameOfActor, isText: true, dropOrder: 1 },
    { title: 'Action', value: ({ action }) => action },
    { title: 'Target', value: ({ target }) => target, isText: true },
    { title: 'Undo', value: ({ canUndo }) => canUndo, display: undoText, dropOrder: 2 },
    { title: 'Changes', value: (row) => changesOf(row).map(textOfChange).join('; '), below: (row) => paintChanges(print, row) },
    { title: 'Reason', value: ({ reason }) => reason, below: () => [] },
  ];
}

/** Whether it can be undone, or which change it undid. */
function undoText({ canUndo, undoes }: Change): string {
  const undid = undoes === null ? '' : `undid ${undoes}`;
  return canUndo ? ['possible', undid].filter((word) => word !== '').join(', ') : undid;
}
