import { loginWithCode, loginWithPassword, sendLoginCode } from '../../controllers/auth/login.ts';
import { post } from '../../platform/http/endpoint.ts';
import { CodeRequest, CodeSentBody, SignedInBody } from '../../schemas/auth/fields.ts';
import { OtpLogin, PasswordLogin } from '../../schemas/auth/login.ts';

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
      refusals: [...refusals, '401 invalid_credentials', '403 account_suspended', '403 account_inactive', '429 account_locked'],
      summary: 'Sign in with phone and password',
      description:
        'The fifth wrong password in a row locks the password for 15 minutes. Signing in with a code still works and lifts the lock.',
    },
    loginWithPassword,
  ),
  post(
    '/send-otp',
    {
      ...access,
      pool: 'sending',
      body: CodeRequest,
      reply: CodeSentBody,
      refusals: [...refusals, '429 otp_cooldown', '429 otp_locked', '502 otp_delivery_failed'],
      summary: 'Send a code to sign in with',
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
        '403 account_suspended',
        '403 account_inactive',
        '404 user_not_registered',
        '429 otp_locked',
      ],
      summary: 'Sign in with phone and code',
    },
    loginWithCode,
  ),
];
