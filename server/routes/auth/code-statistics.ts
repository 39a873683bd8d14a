import { getCodeStatistics } from '../../controllers/auth/code-statistics.ts';
import { get } from '../../platform/http/endpoint.ts';
import { CodeStatisticsBody, CodeStatisticsQuery } from '../../schemas/auth/code-statistics.ts';

export const endpoints = [
  get(
    '/admin/otp/stats',
    {
      auth: 'manager',
      reach: 'tenant',
      role: 'staff',
      scope: 'users',
      tenant: true,
      limit: 'admin',
      query: CodeStatisticsQuery,
      reply: CodeStatisticsBody,
      summary: 'What happened to the codes of the project',
      description: 'By country, provider or day, from counts of each hour that are kept for 400 days and name no phone.',
    },
    getCodeStatistics,
  ),
];
