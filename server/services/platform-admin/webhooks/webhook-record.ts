import type { Webhook } from '../../../../models/platform-admin/Webhook.ts';

/** A webhook without its secrets. */
export interface WebhookRecord {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly format: 'standard' | 'slack';
  readonly language: 'en' | 'ar';
  readonly content: boolean;
  /** null: all projects and the platform. */
  readonly projectId: number | null;
  readonly isActive: boolean;
  readonly disabledAt: Date | null;
  readonly disabledReason: 'manual' | 'gone' | 'failing' | null;
  readonly health: WebhookHealth;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface WebhookHealth {
  /** `unknown` before the first try. */
  readonly state: 'unknown' | 'healthy' | 'failing' | 'disabled';
  /** Since when every scheduled try has failed. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

export function toWebhookRecord(row: Webhook): WebhookRecord {
  const { id, url, description, format, language, content, homeProjectId, isActive, disabledAt, disabledReason } = row;
  const { failingSince, lastSuccessAt, lastFailureAt, createdAt, updatedAt } = row;
  return {
    id,
    url,
    events: JSON.parse(row.events),
    description,
    format,
    language,
    content,
    projectId: homeProjectId,
    isActive,
    disabledAt,
    disabledReason,
    health: { state: stateOf(row), failingSince, lastSuccessAt, lastFailureAt },
    createdAt,
    updatedAt,
  };
}

function stateOf({ isActive, failingSince, lastSuccessAt }: Webhook): WebhookHealth['state'] {
  if (!isActive) return 'disabled';
  if (failingSince !== null) return 'failing';
  return lastSuccessAt === null ? 'unknown' : 'healthy';
}
