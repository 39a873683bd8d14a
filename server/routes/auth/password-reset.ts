import { resetPassword, sendPasswordResetCode } from '../../controllers/auth/password-reset.ts';
import { post } from '../../platform/http/endpoint.ts';
import { CODE_REFUSALS, CodeRequest, CodeSentBody, MessageBody } from '../../schemas/auth/fields.ts';
import { ResetConfirm } from '../../schemas/auth/password-reset.ts';

const access = { auth: 'public', limit: 'global' } as const;
const refusals = ['400 invalid_phone', '403 project_inactive', '403 login_method_disabled'] as const;

export const endpoints = [
  post(
    '/password/reset/init',
    {
      ...access,
      tenant: 'body',
      pool: 'sending',
      body: CodeRequest,
      reply: CodeSentBody,
      refusals: [...refusals, ...CODE_REFUSALS],
      device: 'read',
      summary: 'Send a code to set a new password with',
      description: 'Replies before the message is sent. The reply is the same for an unknown phone, to which nothing is sent.',
    },
    sendPasswordResetCode,
  ),
  post(
    '/password/reset/confirm',
    {
      ...access,
      tenant: 'bodyIfAny',
      pool: 'password',
      body: ResetConfirm,
      reply: MessageBody,
      refusals: [
        ...refusals,
        '400 invalid_otp',
        '400 project_id_required',
        '403 account_suspended',
        '403 account_inactive',
        '403 deletion_pending',
        '404 user_not_registered',
        '429 otp_locked',
      ],
      device: 'read',
      summary: 'Set a new password with the code',
      description: 'Ends every session and lifts the lock of the old password. Does not sign in.',
    },
    resetPassword,
  ),
];
