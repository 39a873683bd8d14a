import { loginAsOperator, refreshOperatorTokens } from '../../../controllers/auth/operators/operator-tokens.ts';
import { post } from '../../../platform/http/endpoint.ts';
import { OperatorLogin, OperatorRefresh, OperatorTokensBody } from '../../../schemas/auth/operators/operator-tokens.ts';

/** The refusals of a sign-in with username and password, wherever it opens a session. */
export const OPERATOR_LOGIN_REFUSALS = [
  '401 no_active_account',
  '401 totp_required',
  '403 login_method_disabled',
  '403 project_inactive',
  '429 account_locked',
] as const;

export const endpoints = [
  post(
    '/token',
    {
      auth: 'public',
      limit: 'global',
      pool: 'password',
      device: 'issued',
      body: OperatorLogin,
      reply: OperatorTokensBody.required(),
      refusals: OPERATOR_LOGIN_REFUSALS,
      summary: 'Sign in as an operator, with username and password',
      description:
        'The path may end with a slash. The answer names the device in `X-Diwan-Device`: keep it like a password and send it with the next ' +
        'sign-in. Failures count by username and address, so a stranger elsewhere locks no one out; after a hundred in an hour, from all ' +
        'addresses together, only devices that are known sign in.',
    },
    loginAsOperator,
  ),
  post(
    '/token/refresh',
    {
      auth: 'public',
      limit: 'account',
      body: OperatorRefresh,
      reply: OperatorTokensBody.required(),
      refusals: ['401 token_not_valid', '403 project_inactive'],
      summary: 'Renew the tokens of an operator',
      description: 'The path may end with a slash. The rules are the same as for users.',
    },
    refreshOperatorTokens,
  ),
];
