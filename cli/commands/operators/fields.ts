import type { components } from '../../../generated/api-types.ts';

export type Operator = components['schemas']['Operator'];

export const ROLES = ['staff', 'admin'] as const satisfies readonly Operator['role'][];
