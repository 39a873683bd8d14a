import type { Config } from '../../config/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Metrics } from '../../platform/observe/metrics.ts';
import { readEvents, readTexts } from '../../platform/outgoing/read-events.ts';
import { WebhookSender } from '../../platform/webhooks/sender.ts';
import { Targets } from '../../platform/webhooks/target.ts';
import { composeEventTexts } from './event-texts.ts';

export interface WebhookParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly secrets: SecretKeys;
}

/** The sender of webhooks, with the texts that the services let out. */
export function composeWebhooks({ config, db, clock, metrics, secrets }: WebhookParts): WebhookSender {
  const attempts = metrics.counter('webhook_attempts_total', 'Tries to deliver an event to a webhook, by outcome.', ['outcome']);
  for (const outcome of ['delivered', 'failed']) attempts.inc({ outcome }, 0);
  const targets = new Targets({ allowPrivate: config.webhookAllowPrivate, isProduction: config.env === 'production' });
  const texts = composeEventTexts(clock);
  return new WebhookSender(db, {
    log: db.log,
    clock,
    secrets,
    targets,
    readEvents,
    readTexts: (event) => readTexts(db, event, texts),
    publicUrl: config.publicUrl,
    count: (outcome) => attempts.inc({ outcome }),
  });
}
