import Joi from 'joi';
import { checkedAlone, instant, keyText, oneOf, pattern, queryInteger } from '../../platform/http/input/fields.ts';
import { jsonObject } from '../../platform/http/input/json-data.ts';
import { countField, dayField, flagField, idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
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
  eventType: keyText({ max: 100 }).required().description('What happened, such as `screen_view`.'),
  userId: keyText({ max: 128 }).allow(null).description('The id of the user in your own system.'),
  installationId: keyText({ max: 128 })
    .allow(null)
    .description('The installation of the app, a random id that it keeps. Events without a `userId` are counted by it.'),
  country: keyText({ max: 64 }).allow(null).description('The country of the person, such as `SA`.'),
  language: keyText({ max: 64 }).allow(null).description('The language of the person, such as `ar`.'),
  platform: oneOf('android', 'ios').allow(null).description('The platform of the device.'),
  appVersion: keyText({ max: 64 }).allow(null).description('The version of the app that reports the event.'),
  eventData: jsonObject(32 * 1024, 'rounded')
    .allow(null)
    .description('Any further data, at most 32 KiB of JSON.'),
  eventId: pattern(UUID, 'a UUID').allow(null).description('Your own id of the event: an event with the same id is stored once only.'),
  occurredAt: instant().allow(null).description('When it happened; the time of the request when not given.'),
})
  .id('EventReport')
  .description('An event that an app reports.');

/** Each event is checked separately: an invalid one never blocks the rest. */
export const EventBatch = Joi.object<EventBatch, true>({
  events: Joi.array().min(1).max(100).items(checkedAlone(EventReport)).strict().required().description('The events.'),
})
  .id('EventBatch')
  .description('Up to 100 events.');

export const DashboardQuery = Joi.object<DashboardQuery, true>({
  days: queryInteger(1, 365).default(30).description('How many days back from now.'),
});

export const EventBody = Joi.object<EventBody, true>({
  recorded: Joi.boolean().valid(true).required().description('Always true.'),
  duplicate: flagField.description('Whether an event with this `eventId` was stored before.'),
})
  .id('RecordedEvent')
  .description('The event is stored.');

export const EventBatchBody = Joi.object<EventBatchBody, true>({
  accepted: countField.description('How many events were stored.'),
  duplicates: countField.description('How many events were stored before.'),
  rejected: countField.description('How many events are not valid.'),
  results: Joi.array()
    .items(
      Joi.object({
        index: countField.description('The position of the event in the request, from 0.'),
        status: Joi.valid('accepted', 'duplicate', 'rejected').required().description('What happened to the event.'),
        error: Joi.string().description('Why the event was rejected.'),
        retryable: Joi.boolean()
          .valid(true)
          .description('The same event may be accepted later: keep it and send it again. Drop a rejected event without this field.'),
      }),
    )
    .required()
    .description('The outcome of each event, in the order of the request.'),
})
  .id('RecordedBatch')
  .description('The outcome of each event.');

export const DashboardBody = Joi.object<DashboardBody, true>({
  period: Joi.string()
    .pattern(/^\d+ days$/)
    .required()
    .description('The time that the numbers cover, such as `30 days`.'),
  totalEvents: countField.description('The number of events.'),
  topEventTypes: Joi.array()
    .items(
      Joi.object({
        type: Joi.string().required().description('The type of event.'),
        count: Joi.string().pattern(/^\d+$/).required().description('The number of events of this type, as text.'),
      }),
    )
    .max(10)
    .required()
    .description('The most frequent types, at most 10.'),
  recentEvents: Joi.array()
    .items(
      Joi.object({
        id: idField.description('The id of the event.'),
        eventType: Joi.string().required().description('The type of the event.'),
        userId: nullableText.description('The user as the app reported it.'),
        platform: nullableText.description('The platform of the device.'),
        appVersion: nullableText.description('The version of the app.'),
        createdAt: instantField.description('When the event happened.'),
      }),
    )
    .max(20)
    .required()
    .description('The latest events, at most 20.'),
  byDay: Joi.array()
    .items(Joi.object({ date: dayField.description('The day in UTC.'), count: countField.description('The number of events.') }))
    .required()
    .description('The number of events of each day.'),
  byPlatform: Joi.array()
    .items(
      Joi.object({
        platform: nullableText.description('The platform; null for events without one.'),
        count: countField.description('The number of events.'),
      }),
    )
    .required()
    .description('The number of events of each platform.'),
  byVersion: Joi.array()
    .items(
      Joi.object({
        version: nullableText.description('The version; null for events without one.'),
        count: countField.description('The number of events.'),
      }),
    )
    .required()
    .description('The number of events of each version of the app.'),
  uniqueUsers: countField.description('The number of different users.'),
})
  .id('Dashboard')
  .description('The analytics of an app.');
