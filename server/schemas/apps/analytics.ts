import Joi from 'joi';
import { instant, jsonObject, keyText, oneOf, pattern, queryInteger } from '../../platform/http/input/fields.ts';
import { countField, flagField, idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
import type { Outcome, ReportedEvent } from '../../services/apps/analytics/events.ts';

export interface EventBatch {
  events: unknown[];
}

export interface DashboardQuery {
  days: number;
}

export interface EventBody {
  recorded: true;
  duplicate: boolean;
}

export interface EventBatchBody {
  accepted: number;
  duplicates: number;
  rejected: number;
  results: ({ index: number } & Outcome)[];
}

export interface DashboardBody {
  period: string;
  totalEvents: number;
  topEventTypes: { type: string; count: string }[];
  recentEvents: {
    id: number;
    eventType: string;
    userId: string | null;
    platform: string | null;
    appVersion: string | null;
    createdAt: string;
  }[];
  byDay: { date: string; count: number }[];
  byPlatform: { platform: string | null; count: number }[];
  byVersion: { version: string | null; count: number }[];
  uniqueUsers: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const EventReport = Joi.object<ReportedEvent, true>({
  eventType: keyText({ max: 100 }).required(),
  userId: keyText({ max: 128 }).allow(null),
  platform: oneOf('android', 'ios').allow(null),
  appVersion: keyText({ max: 64 }).allow(null),
  eventData: jsonObject(32 * 1024).allow(null),
  eventId: pattern(UUID, 'a UUID').allow(null),
  occurredAt: instant().allow(null),
});

/** Each event is checked separately: an invalid one never blocks the rest. */
export const EventBatch = Joi.object<EventBatch, true>({ events: Joi.array().min(1).max(100).items(Joi.any()).strict().required() });

export const DashboardQuery = Joi.object<DashboardQuery, true>({ days: queryInteger(1, 365).default(30) });

export const EventBody = Joi.object<EventBody, true>({ recorded: Joi.boolean().valid(true).required(), duplicate: flagField }).id(
  'RecordedEvent',
);

export const EventBatchBody = Joi.object<EventBatchBody, true>({
  accepted: countField,
  duplicates: countField,
  rejected: countField,
  results: Joi.array()
    .items(Joi.object({ index: countField, status: Joi.valid('accepted', 'duplicate', 'rejected').required(), error: Joi.string() }))
    .required(),
}).id('RecordedBatch');

export const DashboardBody = Joi.object<DashboardBody, true>({
  period: Joi.string()
    .pattern(/^\d+ days$/)
    .required(),
  totalEvents: countField,
  topEventTypes: Joi.array()
    .items(Joi.object({ type: Joi.string().required(), count: Joi.string().pattern(/^\d+$/).required() }))
    .max(10)
    .required(),
  recentEvents: Joi.array()
    .items(
      Joi.object({
        id: idField,
        eventType: Joi.string().required(),
        userId: nullableText,
        platform: nullableText,
        appVersion: nullableText,
        createdAt: instantField,
      }),
    )
    .max(20)
    .required(),
  byDay: Joi.array()
    .items(Joi.object({ date: Joi.string().required(), count: countField }))
    .required(),
  byPlatform: Joi.array()
    .items(Joi.object({ platform: nullableText, count: countField }))
    .required(),
  byVersion: Joi.array()
    .items(Joi.object({ version: nullableText, count: countField }))
    .required(),
  uniqueUsers: countField,
}).id('Dashboard');
