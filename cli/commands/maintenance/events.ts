import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { unwrap } from '../../http/client.ts';

export type Event = components['schemas']['MaintenanceEvent'];

/** The last 20 maintenance events, newest first. */
export async function readEvents({ api }: CommandContext, slug: string): Promise<Event[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/maintenance/history', { params: { path: { slug } } }));
}
