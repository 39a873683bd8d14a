import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped } from '../../platform/http/reply/envelope.ts';
import { presentDay, presentStatistics } from '../../presenters/feedback/statistics.ts';
import type { DailyQuery } from '../../schemas/feedback/statistics.ts';
import { readDailyStatistics } from '../../services/feedback/counts/daily-statistics.ts';
import { readStatistics } from '../../services/feedback/counts/statistics.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';

export const getStatistics: Handler<unknown, unknown, unknown, Feedback> = async (ctx) => {
  const statistics = await readStatistics(ctx.db, projectIdOf(ctx));
  return enveloped('Statistics read.', presentStatistics(statistics));
};

export const listDailyStatistics: Handler<unknown, DailyQuery, unknown, Feedback> = async (ctx, { query }) => {
  const days = await readDailyStatistics(ctx, query.days);
  return enveloped('Daily statistics read.', days.map(presentDay));
};
