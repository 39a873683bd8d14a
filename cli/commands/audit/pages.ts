import type { CommandContext } from '../../command.ts';
import type { components, paths } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import { MAX_PAGE_SIZE } from '../../http/pages.ts';
import { formatCount } from '../../output/chart.ts';
import { clearProgress, drawProgress } from '../../output/progress.ts';

export type AuditEntry = components['schemas']['AuditEntry'];
type Query = NonNullable<paths['/api/v1/admin/audit-log']['get']['parameters']['query']>;
export type Filters = Omit<Query, 'before' | 'limit'>;

export interface AuditPage {
  readonly data: AuditEntry[];
  /** Rows below this id are older; null when there are none. */
  readonly nextBefore: number | null;
}

/** The newest rows below an id, at most `MAX_PAGE_SIZE`. */
export async function readPage({ api }: Pick<CommandContext, 'api'>, query: Query): Promise<AuditPage> {
  return unwrap((await api()).GET('/api/v1/admin/audit-log', { params: { query } }));
}

/** The newest rows, in as many pages as they need, with the progress on stderr. */
export async function readRows(context: CommandContext, filters: Filters, limit: number): Promise<AuditPage> {
  const rows: AuditEntry[] = [];
  try {
    for (let before: number | null = null; ; ) {
      const size = Math.min(MAX_PAGE_SIZE, limit - rows.length);
      const page = await readPage(context, { ...filters, limit: size, ...(before === null ? {} : { before }) });
      rows.push(...page.data);
      before = page.nextBefore;
      if (before === null || rows.length >= limit) return { data: rows, nextBefore: before };
      drawProgress(context.io, `read ${formatCount(rows.length)}`);
    }
  } finally {
    clearProgress(context.io);
  }
}
