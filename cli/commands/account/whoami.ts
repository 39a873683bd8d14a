import { defineCommand } from '../../command.ts';
import { CliError, EXIT } from '../../errors/errors.ts';
import { hintFor } from '../../errors/hints.ts';
import { connect } from '../../http/connect.ts';
import type { Field, Printer } from '../../output/printer.ts';
import { checkKey, checkToken, type KeyInfo, type TokenInfo } from './identity.ts';

export default defineCommand<null>({
  parse: () => null,
  async run(context) {
    const session = await context.session();
    const { url, profileName: profile } = session;
    if (session.accessToken === null && session.apiKey === null) throw notSignedIn(url);
    const api = await context.api();
    const token = session.accessToken === null ? null : await checkToken(api, session);
    const apiKey = session.apiKey === null ? null : await checkKey(connect(context, url, { apiKey: session.apiKey }).api);
    const fields: Field[] = [
      ['Server', url],
      ['Profile', profile],
      ...tokenFields(token, context.print),
      ...keyFields(apiKey, context.print),
    ];
    context.print.record(fields, { url, profile, token, apiKey });
  },
});

function notSignedIn(url: string): CliError {
  const code = 'not_authenticated';
  return new CliError({ exit: EXIT.access, code, message: `Not signed in to ${url}.`, hint: hintFor(code) });
}

function tokenFields(token: TokenInfo | null, { time }: Printer): Field[] {
  if (token === null) return [['User', 'none']];
  const { name, role, project, expiresAt, isStaff, reach } = token;
  return [
    ['User', name],
    ['Role', reach?.roles.includes('owner') ? `${role}, owner` : role],
    ['Project', project],
    ['May', reach?.may ?? (isStaff ? 'moderate feedback' : 'administer nothing')],
    ['Moderates', isStaff ? 'yes' : 'no'],
    ['Token expires', time(expiresAt)],
  ];
}

function keyFields(apiKey: KeyInfo | null, { time }: Printer): Field[] {
  if (apiKey === null) return [['API key', 'none']];
  const { name, scopes, apps, expiresAt, reach } = apiKey;
  return [
    ['API key', name ?? 'works'],
    ['Key may', reach?.may],
    ['Scopes', scopes?.join(', ')],
    ['Apps', apps],
    ['Key expires', time(expiresAt)],
  ];
}
