import type { CommandContext } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { FlagChanges, FlagPath } from './fields.ts';

/** Changes a flag and prints its new state. */
export async function changeFlag({ api, print }: CommandContext, path: FlagPath, changes: FlagChanges): Promise<void> {
  const flag = await unwrap((await api()).PUT('/api/v1/admin/apps/{slug}/features/{flagKey}', { params: { path }, body: changes }));
  print.done(`Flag ${path.flagKey} of ${path.slug} is ${flag.isEnabled ? 'on' : 'off'}.`, flag);
}
