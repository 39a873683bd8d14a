import { loginWithCode, loginWithPassword, sendLoginCode } from '../../controllers/auth/login.ts';
import { post } from '../../platform/http/endpoint.ts';
import { CODE_REFUSALS, CodeSentBody, SignedInBody } from '../../schemas/auth/fields.ts';
import { LoginCodeRequest, OtpLogin, PasswordLogin } from '../../schemas/auth/login.ts';

const access = { auth: 'public', limit: 'global', tenant: 'body' } as const;
const refusals = ['400 invalid_phone', '403 project_inactive', '403 login_method_disabled'] as const;

export const endpoints = [
  post(
    '/login',
    {
      ...access,
      pool: 'password',
      body: PasswordLogin,
      reply: SignedInBody,
      refusals: [
        ...refusals,
        '401 invalid_credentials',
        '403 account_suspended',
        '403 account_inactive',
        '403 deletion_pending',
        '429 account_locked',
      ],
      device: 'issued',
      summary: 'Sign in with phone and password',
      description:
        'The fifth wrong password in a row locks the password for 15 minutes. Signing in with a code still works and lifts the lock. The answer ' +
        'names the device in `X-Diwan-Device`: requests that send it back have a count of their own.',
    },
    loginWithPassword,
  ),
  post(
    '/send-otp',
    {
      ...access,
      pool: 'sending',
      body: LoginCodeRequest,
      needsUser: ({ body }) => body.purpose !== undefined && body.purpose !== 'login',
      reply: CodeSentBody,
      refusals: [
        ...refusals,
        '401 not_authenticated',
        '401 token_not_valid',
        '403 permission_denied',
        ...CODE_REFUSALS,
        '502 otp_delivery_failed',
      ],
      device: 'read',
      summary: 'Send a code to sign in with, or to confirm an act',
      description:
        'A code with the purpose `delete`, `export` or `phone_change` confirms that act of the signed-in user: it needs the access token, and ' +
        'goes to the phone of its user. All purposes share the cooldown and the lock of the phone.',
    },
    sendLoginCode,
  ),
  post(
    '/login-otp',
    {
      ...access,
      body: OtpLogin,
      reply: SignedInBody,
      refusals: [
        ...refusals,
        '400 invalid_otp',
        '401 token_not_valid',
        '403 account_suspended',
        '403 account_inactive',
        '403 deletion_pending',
        '404 user_not_registered',
        '429 otp_locked',
      ],
      device: 'issued',
      idempotent: 'signIn',
      summary: 'Sign in with phone and code',
    },
    loginWithCode,
  ),
];
