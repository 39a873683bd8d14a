import { oneLine } from '../../output/safe-text.ts';
import type { KeyInfo, TokenInfo } from './identity.ts';

/** A sentence that names the owner of a token. */
export function describeToken({ name, role, project, isStaff, reach }: TokenInfo): string {
  if (reach?.roles.includes('owner')) return `Signed in as ${oneLine(name ?? 'an unnamed account')}, owner of all projects.`;
  const rights = isStaff ? '' : ' This account cannot moderate.';
  return `Signed in as ${oneLine(name ?? 'an unnamed account')}${role === null ? '' : `, ${oneLine(role)}`}${project === null ? '' : ` of project ${project}`}.${rights}`;
}

/** A sentence about an API key: its name, scopes and number of apps. */
export function describeApiKey({ name, scopes, apps }: KeyInfo): string {
  const title = name === null ? 'The API key works' : `The API key "${oneLine(name)}" works`;
  const scopeList = scopes === null ? '' : ` (${scopes.join(', ')})`;
  const reach = apps === null ? 'it has no read access' : `it has access to ${apps === 1 ? '1 app' : `${apps} apps`}`;
  return `${title}${scopeList}; ${reach}.`;
}
