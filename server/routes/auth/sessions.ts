import { endSession, listSessions, refreshSession, signOut } from '../../controllers/auth/sessions.ts';
import { del, get, post } from '../../platform/http/endpoint.ts';
import { MessageBody, TokensBody } from '../../schemas/auth/fields.ts';
import { SessionListBody, SessionParams, SessionRefresh, SignOut } from '../../schemas/auth/sessions.ts';

const access = { auth: 'user', tenant: true, limit: 'account' } as const;

export const endpoints = [
  post(
    '/refresh',
    {
      auth: 'public',
      tenant: 'bodyIfAny',
      limit: 'account',
      body: SessionRefresh,
      reply: TokensBody.required(),
      refusals: ['401 token_not_valid', '403 project_inactive'],
      summary: 'Renew the tokens',
      description:
        'Exchanges the refresh token for a new pair. The same token sent again returns the same successor, so that a lost reply does not sign ' +
        'the user out. Sent more than 30 seconds later, after its successor was used, it ends the session with all its tokens; any older token ' +
        'does so at any time. A session ends `SESSION_MAX_DAYS` after its sign-in, however often it is refreshed.',
    },
    refreshSession,
  ),
  post(
    '/logout',
    {
      auth: 'public',
      tenant: 'bodyIfAny',
      limit: 'account',
      body: SignOut,
      needsUser: ({ body }) => body.refresh_token === undefined,
      mayHaveEnded: true,
      reply: MessageBody,
      refusals: ['401 not_authenticated', '401 token_not_valid', '403 permission_denied'],
      device: 'read',
      summary: 'Sign out',
      description:
        'Ends the session of the access token, with `all` every session of its user; or the session of `refresh_token`, and then a token in ' +
        'Authorization is ignored. Every process refuses the tokens within two seconds. A token of a session that has ended is enough, so a ' +
        'repeated request is answered alike, and does nothing.',
    },
    signOut,
  ),
  get(
    '/sessions',
    {
      ...access,
      reply: SessionListBody,
      refusals: ['403 permission_denied', '403 project_inactive'],
      summary: 'Where the user is signed in',
      description: 'The live sessions, the last used one first. Addresses are cut to their network.',
    },
    listSessions,
  ),
  del(
    '/sessions/:id',
    {
      ...access,
      params: SessionParams,
      reply: MessageBody,
      refusals: ['403 permission_denied', '404 session_not_found'],
      device: 'read',
      summary: 'End a session',
      description:
        'Signs another device out, or this one. Every process refuses the tokens of the session within two seconds. After the end of another ' +
        'session the other known devices of the user count like strangers.',
    },
    endSession,
  ),
];
