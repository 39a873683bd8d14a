import type { Tone } from '../../../ui/layout/pieces.tsx';

const STATES = ['waiting', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof STATES)[number];

export const STATE_TONES: Readonly<Record<DeliveryState, Tone>> = { waiting: 'warn', delivered: 'good', failed: 'danger' };

export interface WebhookSearch {
  readonly state?: DeliveryState;
}

/** Which deliveries of a webhook are shown. */
export function webhookSearch({ state }: Record<string, unknown>): WebhookSearch {
  const known = STATES.find((one) => one === state);
  return known === undefined ? {} : { state: known };
}
