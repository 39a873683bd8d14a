import type { components } from '../../http/api-types.ts';

export type Post = components['schemas']['Post'];

export const STATUSES = ['under_review', 'planned', 'in_progress', 'completed', 'declined'] as const satisfies readonly Post['status'][];
export const CATEGORIES = ['bug', 'feature', 'improvement', 'other'] as const satisfies readonly Post['category'][];
