import * as analytics from '../../controllers/apps/analytics.ts';
import { get, post, type Row } from '../../platform/http/endpoint.ts';
import { DashboardBody, DashboardQuery, EventBatch, EventBatchBody, EventBody, EventReport } from '../../schemas/apps/analytics.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';

const reporting = { auth: 'public', limit: 'events', work: 'queued', params: SlugParams, refusals: ['404 app_not_found'] } as const;

export const rows: readonly Row[] = [
  post(
    '/apps/:slug/analytics',
    {
      ...reporting,
      status: [201, 200],
      body: EventReport,
      reply: EventBody,
      summary: 'Record an event',
      description: 'Answered only after the event is committed. With an eventId a repeat is harmless: 200 and duplicate true.',
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
      description: 'Each event is judged by itself: a bad one never blocks the rest.',
    },
    analytics.recordEvents,
  ),
  get(
    '/admin/apps/:slug/analytics',
    {
      auth: 'apiKey',
      reach: 'app',
      limit: 'admin',
      params: SlugParams,
      query: DashboardQuery,
      reply: DashboardBody,
      summary: 'Analytics of the last days',
      refusals: ['404 app_not_found'],
    },
    analytics.showDashboard,
  ),
];
