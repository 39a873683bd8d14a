import type { AttemptResult } from '../../platform/webhooks/attempt.ts';
import type { AttemptBody, DeliveryBody, DeliveryDetailsBody } from '../../schemas/platform-admin/webhook-deliveries.ts';
import type { IssuedWebhookBody, WebhookBody, WebhookTestBody } from '../../schemas/platform-admin/webhooks.ts';
import type { DeliveryRecord } from '../../services/platform-admin/webhooks/deliveries.ts';
import type { WebhookRecord } from '../../services/platform-admin/webhooks/webhook-record.ts';
import type { IssuedWebhook } from '../../services/platform-admin/webhooks/webhooks.ts';

export function presentWebhook(webhook: WebhookRecord): WebhookBody {
  const { id, url, events, description, format, language, content, projectId, isActive, disabledAt, disabledReason, health } = webhook;
  return {
    id,
    url,
    events: [...events],
    description,
    format,
    language,
    content,
    projectId,
    isActive,
    disabledAt: timeOf(disabledAt),
    disabledReason,
    health: {
      state: health.state,
      failingSince: timeOf(health.failingSince),
      lastSuccessAt: timeOf(health.lastSuccessAt),
      lastFailureAt: timeOf(health.lastFailureAt),
    },
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}

/** Includes the secret, which no other reply shows. */
export function presentIssuedWebhook({ webhook, secret }: IssuedWebhook): IssuedWebhookBody {
  return { ...presentWebhook(webhook), secret };
}

export function presentWebhookTest({ status, durationMs, answer, error }: AttemptResult): WebhookTestBody {
  return { status, ms: durationMs, body: answer, error };
}

export function presentDelivery({ delivery, nextAttemptAt, attempts }: DeliveryRecord): DeliveryBody {
  const { id, eventId, type, state, createdAt, settledAt } = delivery;
  return {
    id,
    eventId,
    type,
    state,
    createdAt: createdAt.toISOString(),
    settledAt: timeOf(settledAt),
    nextAttemptAt: timeOf(nextAttemptAt),
    attempts: attempts.map(presentAttempt),
  };
}

export function presentDeliveryDetails({ request, ...record }: DeliveryRecord & { request: string | null }): DeliveryDetailsBody {
  return { ...presentDelivery(record), request };
}

function presentAttempt({ startedAt, isManual, status, durationMs, error, answer }: DeliveryRecord['attempts'][number]): AttemptBody {
  return { at: startedAt.toISOString(), manual: isManual, status, ms: durationMs, error, body: answer };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
