import type { Handler } from '../../platform/http/endpoint.ts';
import { checkValue } from '../../platform/http/input/validate.ts';
import { eventsKey } from '../../platform/http/limits/endpoint-limits.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentAdoption } from '../../presenters/apps/adoption.ts';
import { presentDashboard } from '../../presenters/apps/dashboard.ts';
import { presentOutcomes, presentRecorded } from '../../presenters/apps/event.ts';
import { type DashboardQuery, type EventBatch, EventReport } from '../../schemas/apps/analytics.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import { readAdoption } from '../../services/apps/analytics/adoption.ts';
import { readDashboard } from '../../services/apps/analytics/dashboard.ts';
import * as events from '../../services/apps/analytics/events.ts';
import type { Apps } from '../../services/apps/apps-service.ts';

/** 201 when it is new; a repeat of an `eventId` is 200. */
export const recordEvent: Handler<SlugParams, unknown, events.ReportedEvent, Apps> = async (ctx, { params, body }) => {
  const { isDuplicate } = await events.reportEvent(ctx.service, params.slug, body, ctx.now);
  const reply = presentRecorded(isDuplicate);
  return isDuplicate ? ok(reply) : created(reply);
};

export const recordEvents: Handler<SlugParams, unknown, EventBatch, Apps> = async (ctx, { params, body }) => {
  const checked = body.events.map(checkEvent);
  // the request itself was counted as its first event
  const allowed = 1 + (await ctx.takeFromRateLimit('events', eventsKey(ctx.address, params.slug), checked.length - 1));
  const outcomes = await events.reportEvents(ctx.service, params.slug, { checked, allowed, now: ctx.now });
  return ok(presentOutcomes(outcomes));
};

function checkEvent(value: unknown): events.CheckedEvent {
  const checked = checkValue(EventReport, value, 'event');
  if ('faults' in checked) return { error: checked.faults.map((fault) => fault.message).join('; ') };
  return { event: checked.value };
}

export const getAnalytics: Handler<SlugParams, DashboardQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const dashboard = await readDashboard(ctx.db, params.slug, query.days, ctx.now);
  return ok(presentDashboard(dashboard));
};

export const getAdoption: Handler<SlugParams, DashboardQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const adoption = await readAdoption(ctx.db, params.slug, query.days, ctx.now);
  return ok(presentAdoption(adoption));
};
