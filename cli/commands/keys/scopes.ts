import type { components } from '../../../generated/api-types.ts';

export type ApiKey = components['schemas']['ApiKey'];

export const SCOPES = ['read', 'write', 'feedback', 'users', 'audit', 'operators'] as const satisfies readonly ApiKey['scopes'][number][];
