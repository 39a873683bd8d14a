import type { components } from '../../../generated/api-types.ts';
import { usageError } from '../../errors/errors.ts';

export type User = components['schemas']['ManagedUser'];

export const ROLES = ['customer', 'driver', 'staff', 'admin', 'pending'] as const satisfies readonly User['role'][];
export const STATUSES = ['active', 'inactive', 'suspended', 'deleted'] as const satisfies readonly User['status'][];

export const SORTS = ['createdAt', 'lastLoginAt'] as const;
export const ORDERS = ['asc', 'desc'] as const;

/** The id of a user. @throws CliError exit 2 for a text that is not a UUID */
export function readUserId(text = ''): string {
  const id = text.toLowerCase();
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) return id;
  throw usageError(`"${text}" is not a valid user id: it must be a UUID.`, 'find the id: `diwan users list --search NAME`');
}

/** Ids in the order given, without repetitions. */
export function readUserIds(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => readUserId(text)))];
}
