import type { components, paths } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type NewestPage, readNewest } from '../../http/pages.ts';

export type AuditEntry = components['schemas']['AuditEntry'];
type Query = NonNullable<paths['/api/v1/admin/audit-log']['get']['parameters']['query']>;
export type Filters = Omit<Query, 'before' | 'limit'>;

export type AuditPage = NewestPage<AuditEntry>;

/** The newest rows below an id, at most `MAX_PAGE_SIZE`. */
export async function readPage({ api }: Pick<CommandContext, 'api'>, query: Query): Promise<AuditPage> {
  return unwrap((await api()).GET('/api/v1/admin/audit-log', { params: { query } }));
}

/** The newest rows, in as many pages as they need, with the progress on stderr. */
export function readRows(context: CommandContext, filters: Filters, limit: number): Promise<AuditPage> {
  return readNewest(context, limit, (range) => readPage(context, { ...filters, ...range }));
}
