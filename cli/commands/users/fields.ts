import { usageError } from '../../errors.ts';
import type { components } from '../../http/api-types.ts';

export type User = components['schemas']['User'];

export const ROLES = ['customer', 'driver', 'staff', 'admin', 'pending'] as const satisfies readonly User['role'][];
export const STATUSES = ['active', 'inactive', 'suspended', 'deleted'] as const satisfies readonly User['status'][];

/** The id of a user as the server takes it. @throws CliError exit 2 for what is no UUID */
export function readUserId(word: string | undefined): string {
  const id = (word ?? '').toLowerCase();
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) return id;
  throw usageError(`"${word ?? ''}" is no id of a user: it must be a UUID.`, '`diwan users list --search NAME` shows them');
}

/** Ids in the order given, each once. */
export function readUserIds(words: readonly string[]): string[] {
  return [...new Set(words.map(readUserId))];
}
