import { getStatistics, listDailyStatistics } from '../../controllers/feedback/statistics.ts';
import { get } from '../../platform/http/endpoint.ts';
import { DailyQuery, DailyReply, StatisticsReply } from '../../schemas/feedback/statistics.ts';

const shared = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/stats',
    {
      ...shared,
      reply: StatisticsReply,
      summary: 'The numbers of the project’s feedback',
      description: 'Read from counters, which `npm run recount` checks.',
    },
    getStatistics,
  ),
  get(
    '/admin/stats/daily',
    {
      ...shared,
      query: DailyQuery,
      reply: DailyReply,
      summary: 'What each of the last days brought',
      description:
        'One row for each UTC day, oldest first, days without anything included. Read from counters, which `npm run recount` checks.',
    },
    listDailyStatistics,
  ),
];
