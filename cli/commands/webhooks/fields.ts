import type { components } from '../../../generated/api-types.ts';
import { omitUndefined } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import type { Delivery } from './delivery-columns.ts';

export type Webhook = components['schemas']['Webhook'];
export type IssuedWebhook = components['schemas']['IssuedWebhook'];

export const FORMATS = ['standard', 'slack'] as const satisfies readonly Webhook['format'][];
export const STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly Delivery['state'][];
export const LANGUAGES = ['en', 'ar'] as const satisfies readonly Webhook['language'][];

/** The options that a new webhook and a change share; undefined for one that was not given. */
export function fieldsOf(options: OptionValues) {
  const content = options.text('content');
  return omitUndefined({
    description: options.text('description'),
    format: options.choice('format', FORMATS),
    language: options.choice('language', LANGUAGES),
    content: content === undefined ? undefined : content === 'on',
  });
}

/** The state in a word or two. */
export function stateOf({ isActive, disabledReason, health }: Webhook): string {
  return isActive ? health.state : `off (${disabledReason ?? 'manual'})`;
}
