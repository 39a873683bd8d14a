import type { components } from '../../../generated/api-types.ts';

export type UpdateCheck = components['schemas']['UpdateCheck'];

export const DEVICE_PLATFORMS = ['android', 'ios'] as const;

export const PRIORITIES = ['0', '1', '2', '3', '4', '5'] as const;

export const GUARD_ACTIONS = ['halt', 'warn'] as const;

export const CHECK_STATUSES = [
  'up_to_date',
  'update_available',
  'update_required',
  'unknown',
] as const satisfies readonly UpdateCheck['status'][];
