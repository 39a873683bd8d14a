import { refreshSession } from '../../controllers/auth/sessions.ts';
import { post } from '../../platform/http/endpoint.ts';
import { TokensBody } from '../../schemas/auth/fields.ts';
import { SessionRefresh } from '../../schemas/auth/sessions.ts';

export const endpoints = [
  post(
    '/refresh',
    {
      auth: 'public',
      tenant: 'bodyIfAny',
      limit: 'global',
      body: SessionRefresh,
      reply: TokensBody.required(),
      refusals: ['401 token_not_valid', '403 project_inactive'],
      summary: 'Renew the tokens',
      description:
        'Exchanges the refresh token for a new pair. The same token sent again within 30 seconds returns the same successor, so that a lost ' +
        'reply does not sign the user out. Sent later, it ends the session with all its tokens, as does any older token.',
    },
    refreshSession,
  ),
];
