import type { components } from '../../../generated/api-types.ts';

export type QueueEntry = components['schemas']['QueueEntry'];

export const KINDS = ['review', 'comment', 'post'] as const satisfies readonly QueueEntry['kind'][];
export const REASONS = ['pending', 'reported'] as const satisfies readonly QueueEntry['reason'][];
