import type { components } from '../../../generated/api-types.ts';

export type CodeStatistics = components['schemas']['CodeStatistics'];

export const GROUPINGS = ['country', 'channel', 'day'] as const satisfies readonly CodeStatistics['by'][];
