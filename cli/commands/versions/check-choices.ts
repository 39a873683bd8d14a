import type { components } from '../../http/api-types.ts';

export type UpdateCheck = components['schemas']['UpdateCheck'];

export const DEVICE_PLATFORMS = ['android', 'ios'] as const;

export const CHECK_STATUSES = [
  'up_to_date',
  'update_available',
  'update_required',
  'unknown',
] as const satisfies readonly UpdateCheck['status'][];
