import { refreshSession } from '../../controllers/auth/sessions.ts';
import { post, type Row } from '../../platform/http/endpoint.ts';
import { TokensBody } from '../../schemas/auth/fields.ts';
import { SessionRefresh } from '../../schemas/auth/sessions.ts';

export const rows: readonly Row[] = [
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
        'Uses the refresh token up. Sent again within 30 seconds it brings the same successor, so that a lost answer signs nobody out; ' +
        'later, or any older one, it ends the session with all its tokens.',
    },
    refreshSession,
  ),
];
