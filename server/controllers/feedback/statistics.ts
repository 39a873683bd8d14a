import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped } from '../../platform/http/envelope.ts';
import { presentStatistics } from '../../presenters/feedback/statistics.ts';
import { readStatistics } from '../../services/feedback/statistics.ts';

export const showStatistics: Handler<unknown, unknown, unknown> = async (ctx) => {
  const statistics = await readStatistics(projectIdOf(ctx));
  return enveloped('Statistics read.', presentStatistics(statistics));
};
