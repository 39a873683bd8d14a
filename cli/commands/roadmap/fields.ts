import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { omitUndefined, readId } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { emptyToNull, readTextOptions } from '../../input/text-options.ts';

export type Item = components['schemas']['RoadmapItem'];

export const STATUSES = ['planned', 'in_progress', 'completed'] as const satisfies readonly Item['status'][];

/** The changed fields; null clears a field. */
export type Changes = Partial<Pick<Item, 'title' | 'description' | 'status' | 'category' | 'targetDate' | 'position' | 'postId'>>;

/** The options that `add` and `edit` share. '' clears an optional field. @throws CliError exit 2 */
export async function readChanges(context: CommandContext, options: OptionValues): Promise<Changes> {
  const post = options.text('post');
  const texts = await readTextOptions(context, omitUndefined({ description: options.text('description') }));
  return omitUndefined({
    title: options.text('title'),
    ...texts,
    status: options.choice('status', STATUSES),
    category: emptyToNull(options.text('category')),
    targetDate: emptyToNull(options.text('targetDate')),
    position: options.number('position'),
    postId: post === '' ? null : post === undefined ? undefined : readId(post),
  });
}
