// Raw SQL: one statement sums the hours of a project.
import { projectIdOf } from '../../../../platform/context.ts';
import { selectRows } from '../../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';
import { validationError } from '../../../../platform/errors.ts';
import type { AuthContext } from '../../auth.ts';
import { CODE_COUNTERS, type CodeCounter, hourOf, STATISTICS_TABLE } from './code-statistics.ts';

export const GROUPINGS = ['country', 'channel', 'day'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface CodeStatisticsQuery {
  by: Grouping;
  from?: Date;
  to?: Date;
}

export interface CodeSums extends Readonly<Record<CodeCounter, number>> {
  readonly key: string;
}

export interface CodeStatisticsResult {
  readonly from: Date;
  readonly to: Date;
  readonly by: Grouping;
  readonly rows: readonly CodeSums[];
  /** Providers whose breaker is open in this process. */
  readonly paused: readonly string[];
}

const HOUR_MS = 3_600_000;
const DEFAULT_MS = 24 * HOUR_MS;
const MAX_MS = 90 * 24 * HOUR_MS;
const MAX_ROWS = 200;
const KEYS: Readonly<Record<Grouping, string>> = { country: 'country', channel: 'provider', day: 'SUBSTR(hour, 1, 10)' };

/**
 * The codes of the project in the hours that the time from `from` to `to` touches: most sent first, days newest first.
 * @throws ApiError 400 when `from` is not before `to`, or more than 90 days before it
 */
export async function readCodeStatistics(ctx: AuthContext, query: CodeStatisticsQuery): Promise<CodeStatisticsResult> {
  const { by, to = ctx.now } = query;
  const { from = new Date(to.getTime() - DEFAULT_MS) } = query;
  if (from >= to) throw validationError([{ field: 'from', message: 'from must be before to' }]);
  if (to.getTime() - from.getTime() > MAX_MS) throw validationError([{ field: 'from', message: 'from must be at most 90 days before to' }]);
  // this process may have counts that are not stored yet
  await ctx.service.codeStatistics.store();
  const sums = CODE_COUNTERS.map((name) => `SUM(${name}) AS ${name}`).join(', ');
  // refused codes have no provider
  const filter = by === 'channel' ? ` AND provider <> ''` : '';
  const order = by === 'day' ? 'name DESC' : 'SUM(sent) DESC, SUM(refused) DESC, name';
  const rows = await selectRows<Record<CodeCounter, number | string> & { name: string }>(
    withTenant(ctx.db, projectIdOf(ctx)),
    `SELECT ${KEYS[by]} AS name, ${sums} FROM ${STATISTICS_TABLE}
     WHERE project_id = :projectId AND hour >= :first AND hour <= :last${filter} GROUP BY name ORDER BY ${order} LIMIT ${MAX_ROWS}`,
    { first: hourOf(from), last: hourOf(new Date(to.getTime() - 1)) },
  );
  return { from, to, by, rows: rows.map(sumsOf), paused: ctx.service.delivery.pausedFor(projectIdOf(ctx)) };
}

function sumsOf({ name, ...sums }: Record<CodeCounter, number | string> & { name: string }): CodeSums {
  return {
    key: name,
    sent: Number(sums.sent),
    tracked: Number(sums.tracked),
    delivered: Number(sums.delivered),
    failed: Number(sums.failed),
    used: Number(sums.used),
    refused: Number(sums.refused),
  };
}
