import type { AnalyticsEvent } from '../../../models/apps/AnalyticsEvent.ts';
import type { DashboardBody } from '../../schemas/apps/analytics.ts';
import type { Dashboard } from '../../services/apps/analytics/dashboard.ts';

/** Clients expect `topEventTypes[].count` as a numeric string, all other counts as numbers. */
export function presentDashboard(dashboard: Dashboard): DashboardBody {
  return {
    period: `${dashboard.days} days`,
    totalEvents: dashboard.totalEvents,
    topEventTypes: dashboard.topEventTypes.map(({ value, count }) => ({ type: value, count: String(count) })),
    recentEvents: dashboard.recentEvents.map(presentRecent),
    byDay: dashboard.byDay.map(({ value, count }) => ({ date: value, count })),
    byPlatform: dashboard.byPlatform.map(({ value, count }) => ({ platform: value || null, count })),
    byVersion: dashboard.byVersion.map(({ value, count }) => ({ version: value || null, count })),
    uniqueUsers: dashboard.uniqueUsers,
  };
}

function presentRecent(event: AnalyticsEvent): DashboardBody['recentEvents'][number] {
  return {
    id: event.id,
    eventType: event.eventType,
    userId: event.userId,
    platform: event.platform,
    appVersion: event.appVersion,
    createdAt: event.createdAt.toISOString(),
  };
}
