/** The rights of an API key, in the order in which they are stored and shown. */
export const SCOPES = ['read', 'write', 'feedback', 'users', 'audit', 'operators'] as const;

/** `read` and `write` reach apps, projects and keys; each of the others opens one more area. */
export type Scope = (typeof SCOPES)[number];

/** An area of administration that has a scope. In `all` a key needs every scope and reaches every project. */
export type Area = Exclude<Scope, 'read' | 'write'> | 'all';

/** The scopes of which a request needs each one. `operators` is for managing them: their list belongs to the project, like its settings. */
export function scopesFor({ area, isRead }: { readonly area?: Area | undefined; readonly isRead: boolean }): readonly Scope[] {
  if (area === 'all') return SCOPES;
  const verb = isRead ? 'read' : 'write';
  if (area === undefined || (area === 'operators' && isRead)) return [verb];
  if (area === 'audit') return ['audit'];
  return area === 'operators' ? ['read', 'write', 'operators'] : [verb, area];
}

/** How the database keeps scopes: in a fixed order, joined by commas. An older server ignores the names that it does not know. */
export function scopesColumn(scopes: readonly Scope[]): string {
  return SCOPES.filter((scope) => scopes.includes(scope)).join(',');
}

/** The scopes of a column; names of a newer server are ignored. */
export function scopesOfColumn(column: string): Scope[] {
  const granted = column.split(',');
  return SCOPES.filter((scope) => granted.includes(scope));
}
