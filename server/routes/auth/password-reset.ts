import { resetPassword, sendResetCode } from '../../controllers/auth/password-reset.ts';
import { post, type Row } from '../../platform/http/endpoint.ts';
import { CodeRequest, CodeSentBody, MessageBody } from '../../schemas/auth/fields.ts';
import { ResetConfirm } from '../../schemas/auth/password-reset.ts';

const access = { auth: 'public', limit: 'global' } as const;
const refusals = ['400 invalid_phone', '403 project_inactive', '403 login_method_disabled'] as const;

export const rows: readonly Row[] = [
  post(
    '/password/reset/init',
    {
      ...access,
      tenant: 'body',
      work: 'sending',
      body: CodeRequest,
      reply: CodeSentBody,
      refusals: [...refusals, '429 otp_cooldown', '429 otp_locked'],
      summary: 'Send a code to set a new password with',
      description: 'Answers before the message goes out, and alike when the phone is unknown and nothing is sent.',
    },
    sendResetCode,
  ),
  post(
    '/password/reset/confirm',
    {
      ...access,
      tenant: 'bodyIfAny',
      work: 'password',
      body: ResetConfirm,
      reply: MessageBody,
      refusals: [
        ...refusals,
        '400 invalid_otp',
        '400 project_id_required',
        '403 account_suspended',
        '403 account_inactive',
        '404 user_not_registered',
        '429 otp_locked',
      ],
      summary: 'Set a new password with the code',
      description: 'Ends every session and lifts the lock of the old password. Signs nobody in.',
    },
    resetPassword,
  ),
];
