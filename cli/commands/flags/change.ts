import type { CommandContext } from '../../command.ts';
import type { FlagChanges, FlagPath } from './fields.ts';
import { audienceLines } from './targeting/audience-picture.ts';
import { tryAndChange } from './targeting/tried-change.ts';

/** Changes a flag and prints its new state. */
export async function changeFlag(context: CommandContext, path: FlagPath, changes: FlagChanges): Promise<void> {
  const { print } = context;
  const flag = await tryAndChange(context, {
    slug: path.slug,
    name: `Flag ${path.flagKey} of ${path.slug}`,
    showsFirst: false,
    write: (api) => api.PUT('/api/v1/admin/apps/{slug}/features/{flagKey}', { params: { path }, body: changes }),
    picture: audienceLines(print),
  });
  print.done(`Flag ${path.flagKey} of ${path.slug} is ${flag.isEnabled ? 'on' : 'off'}.`, flag);
}
