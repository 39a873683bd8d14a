import { changePassword } from '../../controllers/auth/password.ts';
import { put, type Row } from '../../platform/http/endpoint.ts';
import { MessageBody } from '../../schemas/auth/fields.ts';
import { PasswordChange } from '../../schemas/auth/password.ts';

export const rows: readonly Row[] = [
  put(
    '/password',
    {
      auth: 'user',
      limit: 'global',
      tenant: true,
      work: 'password',
      body: PasswordChange,
      reply: MessageBody,
      refusals: [
        '400 invalid_current_password',
        '403 permission_denied',
        '403 reauthentication_required',
        '409 password_changed',
        '429 account_locked',
      ],
      summary: 'Change the own password, or set the first one',
      description: 'A first password needs no current one, within 10 minutes of signing in with a code. Ends the other sessions.',
    },
    changePassword,
  ),
];
