import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { omitUndefined, readId } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { emptyToNull, readTextOptions } from '../../input/text-options.ts';

export type Entry = components['schemas']['ChangelogEntry'];

export const TYPES = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const satisfies readonly Entry['type'][];

/** The changed fields; null clears a field. */
export type Changes = Partial<
  Pick<Entry, 'title' | 'content' | 'titleAr' | 'contentAr' | 'version' | 'type' | 'publishedAt' | 'linkedPostIds'>
>;

/** The options that `add` and `edit` share. '' clears an optional field. @throws CliError exit 2 */
export async function readChanges(context: CommandContext, options: OptionValues, givenContent: string | undefined): Promise<Changes> {
  const { content, ...texts } = await readTextOptions(
    context,
    omitUndefined({ content: givenContent, contentAr: options.text('contentAr') }),
  );
  return omitUndefined({
    title: options.text('title'),
    // the server refuses an empty content with its own message
    content: content === null ? '' : content,
    titleAr: emptyToNull(options.text('titleAr')),
    ...texts,
    version: emptyToNull(options.text('version')),
    type: options.choice('type', TYPES),
    publishedAt: options.text('publishedAt'),
    linkedPostIds: options
      .texts('post')
      ?.filter((id) => id !== '')
      .map((id) => readId(id)),
  });
}

/** A note about an entry that is published in the future; '' for the others. */
export function publicationNote({ io }: CommandContext, { publishedAt }: Entry): string {
  return Date.parse(publishedAt) > io.now() ? ` It becomes public at ${publishedAt}.` : '';
}
