import { getStatistics } from '../../controllers/feedback/statistics.ts';
import { get } from '../../platform/http/endpoint.ts';
import { StatisticsReply } from '../../schemas/feedback/statistics.ts';

export const endpoints = [
  get(
    '/admin/stats',
    {
      auth: 'manager',
      reach: 'tenant',
      role: 'staff',
      scope: 'feedback',
      tenant: true,
      limit: 'admin',
      reply: StatisticsReply,
      summary: 'The numbers of the project’s feedback',
      description: 'Read from counters, which `npm run recount` checks.',
    },
    getStatistics,
  ),
];
