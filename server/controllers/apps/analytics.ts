import type { Context } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { checkValue } from '../../platform/http/input/validate.ts';
import { eventsKey } from '../../platform/http/limits/endpoint-limits.ts';
import { enveloped } from '../../platform/http/reply/envelope.ts';
import { created, ok } from '../../platform/http/reply/reply.ts';
import { presentAdoption } from '../../presenters/apps/adoption.ts';
import { presentDashboard } from '../../presenters/apps/dashboard.ts';
import { presentOutcomes, presentRecorded } from '../../presenters/apps/event.ts';
import { presentVersionHealth } from '../../presenters/apps/version-health.ts';
import { type DashboardQuery, type EventBatch, EventReport } from '../../schemas/apps/analytics.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { VersionHealthQuery } from '../../schemas/apps/releases/version-health.ts';
import { readAdoption } from '../../services/apps/analytics/adoption.ts';
import { readDashboard } from '../../services/apps/analytics/dashboard.ts';
import * as events from '../../services/apps/analytics/events.ts';
import { readVersionHealth } from '../../services/apps/analytics/version-health.ts';
import type { Apps } from '../../services/apps/apps-service.ts';

/** 201 when it is new; a repeat of an `eventId` is 200. */
export const recordEvent: Handler<SlugParams, unknown, events.ReportedEvent, Apps> = async (ctx, { params, body }) => {
  const event = events.toNewEvent(body, ctx.now);
  const waitSeconds = await ctx.consumeRateLimit('eventsBytes', ctx.address ?? 'unknown', events.bytesToCount({ event }));
  const { isDuplicate } = await events.reportEvent(ctx.service, params.slug, { event, waitSeconds });
  const reply = presentRecorded(isDuplicate);
  return isDuplicate ? ok(reply) : created(reply);
};

export const recordEvents: Handler<SlugParams, unknown, EventBatch, Apps> = async (ctx, { params, body }) => {
  const checked = body.events.map((value) => checkEvent(value, ctx.now));
  // the request itself was counted as its first event
  const counted = 1 + (await ctx.takeFromRateLimit('events', eventsKey(ctx.address, params.slug), checked.length - 1));
  const allowed = await allowedByBytes(ctx, checked.slice(0, counted));
  const outcomes = await events.reportEvents(ctx.service, params.slug, { checked, allowed });
  return ok(presentOutcomes(outcomes));
};

/** How many of the events, from the first on, the limit of bytes allows. */
async function allowedByBytes(ctx: Context, checked: readonly events.CheckedEvent[]): Promise<number> {
  const sizes = checked.map(events.bytesToCount);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total === 0) return checked.length;
  const left = await ctx.takeFromRateLimit('eventsBytes', ctx.address ?? 'unknown', total);
  let used = 0;
  for (const [index, size] of sizes.entries()) {
    used += size;
    if (used > left) return index;
  }
  return checked.length;
}

function checkEvent(value: unknown, now: Date): events.CheckedEvent {
  const checked = checkValue(EventReport, value, 'event');
  if ('faults' in checked) return { error: checked.faults.map((fault) => fault.message).join('; ') };
  return { event: events.toNewEvent(checked.value, now) };
}

export const getAnalytics: Handler<SlugParams, DashboardQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const dashboard = await readDashboard(ctx.db, params.slug, query.days, ctx.now);
  return ok(presentDashboard(dashboard));
};

export const getAdoption: Handler<SlugParams, DashboardQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const adoption = await readAdoption(ctx.db, params.slug, query.days, ctx.now);
  return ok(presentAdoption(adoption));
};

export const listVersionHealth: Handler<SlugParams, VersionHealthQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const releases = await readVersionHealth(ctx.db, params.slug, query.days, ctx.now);
  return enveloped('Health of the releases.', releases.map(presentVersionHealth));
};
