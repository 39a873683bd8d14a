import { oneLine } from '../../output/safe-text.ts';
import type { KeyFacts, TokenFacts } from './identity.ts';

/** Who a token is, as a sentence. */
export function tokenSentence({ name, role, project, isStaff }: TokenFacts): string {
  const rights = isStaff ? '' : ' It may not moderate.';
  return `Signed in as ${oneLine(name ?? 'somebody')}${role === null ? '' : `, ${oneLine(role)}`}${project === null ? '' : ` of project ${project}`}.${rights}`;
}

/** What an API key is, as a sentence. */
export function keySentence({ name, scopes, apps }: KeyFacts): string {
  const title = name === null ? 'The API key works' : `The API key "${oneLine(name)}" works`;
  const may = scopes === null ? '' : ` (${scopes.join(', ')})`;
  const reach = apps === null ? 'it may not read' : `it reaches ${apps === 1 ? '1 app' : `${apps} apps`}`;
  return `${title}${may}; ${reach}.`;
}
