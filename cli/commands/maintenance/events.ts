import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';

export type Event = components['schemas']['MaintenanceEvent'];

/** The last 20 times of maintenance, the latest first. */
export async function readEvents({ api }: Kit, slug: string): Promise<Event[]> {
  return unwrap((await api()).GET('/api/v1/admin/apps/{slug}/maintenance/history', { params: { path: { slug } } }));
}
