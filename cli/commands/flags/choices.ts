import type { components } from '../../../generated/api-types.ts';

type Flag = components['schemas']['FeatureFlag'];

export const VALUE_TYPES = ['boolean', 'string', 'number', 'object'] as const satisfies readonly Flag['valueType'][];
export const KINDS = ['release', 'experiment', 'ops', 'killswitch', 'permission'] as const satisfies readonly Flag['kind'][];
