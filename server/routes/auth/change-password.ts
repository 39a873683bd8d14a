import { changePassword } from '../../controllers/auth/change-password.ts';
import { put } from '../../platform/http/endpoint.ts';
import { PasswordChange } from '../../schemas/auth/change-password.ts';
import { MessageBody } from '../../schemas/auth/fields.ts';

export const endpoints = [
  put(
    '/password',
    {
      auth: 'user',
      limit: 'account',
      tenant: true,
      pool: 'password',
      body: PasswordChange,
      reply: MessageBody,
      refusals: [
        '400 invalid_current_password',
        '403 permission_denied',
        '403 reauthentication_required',
        '409 password_changed',
        '429 account_locked',
      ],
      device: 'read',
      summary: 'Change or set the password of the signed-in user',
      description:
        'Setting the first password needs a sign-in with a code in the last 10 minutes instead of a current password. Ends the other sessions.',
    },
    changePassword,
  ),
];
