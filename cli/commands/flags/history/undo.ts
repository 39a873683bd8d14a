import { type CommandContext, defineCommand } from '../../../command.ts';
import { omitUndefined, readId, readSlug } from '../../../input/arguments.ts';
import { confirmDelete } from '../../../input/confirm.ts';
import { isRecord } from '../../../json.ts';
import { oneLine } from '../../../output/safe-text.ts';
import { paintChanges } from '../../audit/columns.ts';
import { audienceLines } from '../targeting/audience-picture.ts';
import { tryAndChange } from '../targeting/tried-change.ts';

interface UndoOptions {
  readonly slug: string;
  readonly id: number;
  readonly yes: boolean;
  readonly body: { readonly reason?: string };
}

export default defineCommand<UndoOptions>({
  parse: ({ args: [slug, id], options }) => ({
    slug: readSlug(slug),
    id: readId(id),
    yes: options.has('yes'),
    body: omitUndefined({ reason: options.text('reason') }),
  }),
  async run(context, { slug, id, yes, body }) {
    const { print } = context;
    const change = await tryAndChange(context, {
      slug,
      name: `The change ${id} of ${slug}`,
      showsFirst: !yes,
      write: (api) => api.POST('/api/v1/admin/apps/{slug}/changes/{id}/undo', { params: { path: { slug, id } }, body }),
      picture: (answer) => [...fieldLines(context, answer), ...audienceLines(print)(answer)],
      confirm: () => confirmDelete(context, { action: 'Undo', target: `the change ${id} of ${slug}`, yes }),
    });
    print.done(
      oneLine(`The change ${id} of ${change.target ?? slug} is undone; \`diwan flags undo ${slug} ${change.id}\` takes that back.`),
      change,
    );
  },
});

/** The fields before and after, without the times of the row. */
function fieldLines({ print }: CommandContext, answer: unknown): string[] {
  if (!isRecord(answer)) return [];
  const [before, after] = [answer['before'], answer['after']].map((state) =>
    isRecord(state) ? Object.fromEntries(Object.entries(state).filter(([field]) => !ROW_FIELDS.has(field))) : null,
  );
  return paintChanges(print, { before: before ?? null, after: after ?? null, reason: null });
}

const ROW_FIELDS = new Set(['id', 'createdAt', 'updatedAt']);
