import { type Scope, scopesFor } from '../auth/scopes.ts';
import { type Endpoint, onlyReads } from '../http/endpoint.ts';

const REACH = {
  app: 'that covers the app',
  apps: 'that covers any app; the answer shows only those apps',
  project: 'of the project or of all projects, without an app list',
  tenant: 'of the project or of all projects, without an app list',
  own: 'without an app list; limited to the project of the caller',
  platform: 'of all projects',
  self: 'or any other',
} as const;

/** Which API keys and operators an administrative endpoint admits. */
export function describeManagers(endpoint: Endpoint & { auth: 'manager' }): string {
  const { reach, role, scope: area } = endpoint;
  const isRead = onlyReads(endpoint);
  const operator = reach === 'platform' ? 'owner' : (role ?? (isRead ? 'staff' : 'admin'));
  const isOfPeople = reach === 'project' || reach === 'tenant';
  const ofPlatform = `${REACH.platform}, without ${area === 'operators' ? 'an expiry and ' : ''}an app list`;
  const key = area !== 'all' && (isRead || !isOfPeople || area === 'feedback') ? REACH[reach] : ofPlatform;
  const onlyOperators = area === 'users' && operator === 'staff' ? ', of users `admin` only' : '';
  return `a key with ${spoken(scopesFor({ area, isRead }))} ${key}, or the role \`${operator}\` or higher${onlyOperators}`;
}

function spoken(scopes: readonly Scope[]): string {
  const names = scopes.map((scope) => `\`${scope}\``);
  return names.length === 1 ? `scope ${names[0]}` : `scopes ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
