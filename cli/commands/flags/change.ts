import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';
import type { Address, Changes } from './flags.ts';

/** Changes a flag and tells how it stands now. */
export async function changeFlag({ api, print }: Kit, path: Address, changes: Changes): Promise<void> {
  const flag = await unwrap((await api()).PUT('/api/v1/admin/apps/{slug}/features/{flagKey}', { params: { path }, body: changes }));
  print.done(`Flag ${path.flagKey} of ${path.slug} is ${flag.isEnabled ? 'on' : 'off'}.`, flag);
}
