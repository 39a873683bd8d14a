import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentCodeStatistics } from '../../presenters/auth/code-statistics.ts';
import type { CodeStatisticsQuery } from '../../schemas/auth/code-statistics.ts';
import type { Auth } from '../../services/auth/auth.ts';
import { readCodeStatistics } from '../../services/auth/otp/statistics/read-statistics.ts';

export const getCodeStatistics: Handler<unknown, CodeStatisticsQuery, unknown, Auth> = async (ctx, { query }) =>
  ok(presentCodeStatistics(await readCodeStatistics(ctx, query)));
