import { type CommandContext, defineCommand } from '../../../command.ts';
import { usageError } from '../../../errors/errors.ts';
import { omitUndefined, readSlug } from '../../../input/arguments.ts';
import { confirmDelete } from '../../../input/confirm.ts';
import { isRecord } from '../../../json.ts';
import { oneLine } from '../../../output/safe-text.ts';
import { audienceLines } from '../targeting/audience-picture.ts';
import { tryAndChange } from '../targeting/tried-change.ts';

interface CopyOptions {
  /** The app that gets the flags. */
  readonly slug: string;
  readonly body: { readonly from: string; readonly keys?: string[]; readonly overwrite: boolean };
  readonly yes: boolean;
}

export default defineCommand<CopyOptions>({
  parse({ args: [first, second], options }) {
    const [from, slug] = [readSlug(first), readSlug(second)];
    if (from === slug) throw usageError('Both apps are the same.', 'name the app to copy from, then the one to copy to');
    const body = { from, overwrite: options.has('overwrite'), ...omitUndefined({ keys: options.texts('keys') }) };
    return { slug, body, yes: options.has('yes') };
  },
  async run(context, { slug, body, yes }) {
    const { print } = context;
    const action = body.overwrite ? 'Copy flags, and overwrite those that exist,' : 'Copy flags';
    const copied = await tryAndChange(context, {
      slug,
      name: `An app of the copy to ${slug}`,
      showsFirst: !yes,
      write: (api) => api.POST('/api/v1/admin/apps/{slug}/features/copy', { params: { path: { slug } }, body }),
      picture: (answer) => [...copyLines(context, answer), ...audienceLines(print)(answer)],
      confirm: () => confirmDelete(context, { action, target: `from ${body.from} to ${slug}`, yes }),
    });
    print.done(`${copied.copied.length} flags copied to ${slug}, ${copied.skipped.length} left alone.`, copied);
  },
});

/** The keys that are copied and left alone, and the segments that come along. */
function copyLines({ print }: CommandContext, answer: unknown): string[] {
  if (!isRecord(answer)) return [];
  const line = (title: string, keys: unknown): string[] =>
    Array.isArray(keys) && keys.length > 0 ? [`${print.colors.bold(title)}  ${oneLine(keys.map(String).join(', '))}`] : [];
  return [...line('Copied    ', answer['copied']), ...line('Left alone', answer['skipped']), ...line('Segments  ', answer['segments'])];
}
