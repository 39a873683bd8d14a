import { endConsoleSession, openConsoleSession, refreshConsoleSession } from '../../../controllers/auth/operators/console-session.ts';
import { del, post } from '../../../platform/http/endpoint.ts';
import { ConsoleRefresh, ConsoleSessionBody } from '../../../schemas/auth/operators/console-session.ts';
import { OperatorLogin } from '../../../schemas/auth/operators/operator-tokens.ts';
import { OPERATOR_LOGIN_REFUSALS } from './operator-tokens.ts';

/** The only endpoints that read a cookie. */
const access = { auth: 'public', isForBrowser: true } as const;

export const endpoints = [
  post(
    '/session',
    {
      ...access,
      limit: 'global',
      pool: 'password',
      body: OperatorLogin,
      reply: ConsoleSessionBody.required(),
      refusals: OPERATOR_LOGIN_REFUSALS,
      summary: 'Sign in to the console',
      description:
        'As `/api/v1/auth/auth/token`, which counts the same failures. The refresh token is in the cookie `diwan_console` for 12 hours, the ' +
        'known device in `diwan_device` for 400 days: both are `HttpOnly` and `SameSite=Strict`, are sent to `/console/session` only, and are ' +
        '`Secure` over https. Other hosts than this machine need https.',
    },
    openConsoleSession,
  ),
  post(
    '/session/refresh',
    {
      ...access,
      limit: 'account',
      body: ConsoleRefresh,
      reply: ConsoleSessionBody.required(),
      refusals: ['401 token_not_valid', '403 project_inactive'],
      summary: 'Renew the tokens of the console',
      description:
        'Reads the refresh token from its cookie, and sets the cookie for 12 hours more. Tabs that renew at the same time all succeed. A request ' +
        'without the cookie does not count.',
    },
    refreshConsoleSession,
  ),
  del(
    '/session',
    {
      ...access,
      limit: 'account',
      status: 204,
      reply: null,
      summary: 'Sign out of the console',
      description: 'Ends the session of the cookie and deletes the cookie. It answers the same without a session.',
    },
    endConsoleSession,
  ),
];
