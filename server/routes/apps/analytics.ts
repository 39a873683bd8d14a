import * as analytics from '../../controllers/apps/analytics.ts';
import { get, post } from '../../platform/http/endpoint.ts';
import { DashboardBody, DashboardQuery, EventBatch, EventBatchBody, EventBody, EventReport } from '../../schemas/apps/analytics.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';

const reporting = { auth: 'public', limit: 'events', pool: 'queued', params: SlugParams, refusals: ['404 app_not_found'] } as const;

export const endpoints = [
  post(
    '/apps/:slug/analytics',
    {
      ...reporting,
      status: [201, 200],
      body: EventReport,
      reply: EventBody,
      summary: 'Record an event',
      description:
        'The reply is sent after the event is committed. A repeat with the same eventId is not stored again: 200 and duplicate true.',
    },
    analytics.recordEvent,
  ),
  post(
    '/apps/:slug/analytics/batch',
    {
      ...reporting,
      body: EventBatch,
      reply: EventBatchBody,
      summary: 'Record up to 100 events',
      description: 'Each event is checked separately: an invalid one never blocks the rest.',
    },
    analytics.recordEvents,
  ),
  get(
    '/admin/apps/:slug/analytics',
    {
      auth: 'manager',
      reach: 'app',
      limit: 'admin',
      params: SlugParams,
      query: DashboardQuery,
      reply: DashboardBody,
      summary: 'Analytics of the last days',
      refusals: ['404 app_not_found'],
    },
    analytics.getAnalytics,
  ),
];
