import { CliError, EXIT } from '../../errors.ts';
import { hintFor } from '../../hints.ts';
import { verb } from '../../kit.ts';
import type { Field, Printer } from '../../output/printer.ts';
import { checkKey, checkToken, type KeyFacts, type TokenFacts } from './identity.ts';

export default verb<null>({
  parse: () => null,
  async run(kit) {
    const session = await kit.session();
    const { url, profileName: profile } = session;
    if (session.accessToken === null && session.apiKey === null) throw nobody(url);
    const api = await kit.api();
    const token = session.accessToken === null ? null : await checkToken(api, session);
    const apiKey = session.apiKey === null ? null : await checkKey(api, session.apiKey);
    const fields: Field[] = [['Server', url], ['Profile', profile], ...tokenFields(token, kit.print), ...keyFields(apiKey, kit.print)];
    kit.print.record(fields, { url, profile, token, apiKey });
  },
});

function nobody(url: string): CliError {
  const code = 'not_authenticated';
  return new CliError({ exit: EXIT.access, code, message: `Nobody is signed in to ${url}.`, hint: hintFor(code) });
}

function tokenFields(token: TokenFacts | null, { time }: Printer): Field[] {
  if (token === null) return [['User', 'none']];
  const { name, role, project, expiresAt, isStaff } = token;
  return [
    ['User', name],
    ['Role', role],
    ['Project', project],
    ['Moderates', isStaff ? 'yes' : 'no'],
    ['Token expires', time(expiresAt)],
  ];
}

function keyFields(apiKey: KeyFacts | null, { time }: Printer): Field[] {
  if (apiKey === null) return [['API key', 'none']];
  const { name, scopes, apps, expiresAt } = apiKey;
  return [
    ['API key', name ?? 'works'],
    ['Scopes', scopes?.join(', ')],
    ['Apps', apps],
    ['Key expires', time(expiresAt)],
  ];
}
