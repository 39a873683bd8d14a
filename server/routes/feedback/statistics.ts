import { showStatistics } from '../../controllers/feedback/statistics.ts';
import { get, type Row } from '../../platform/http/endpoint.ts';
import { StatisticsReply } from '../../schemas/feedback/statistics.ts';

export const rows: readonly Row[] = [
  get(
    '/admin/stats',
    {
      auth: 'staff',
      tenant: true,
      limit: 'admin',
      reply: StatisticsReply,
      summary: 'How much the project has gathered',
      description: 'Read from counts that are kept, not counted anew.',
    },
    showStatistics,
  ),
];
