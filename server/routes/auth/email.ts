import { proveEmail, sendEmailCode } from '../../controllers/auth/email.ts';
import { post } from '../../platform/http/endpoint.ts';
import { EmailProof } from '../../schemas/auth/email.ts';
import { CodeSentBody } from '../../schemas/auth/fields.ts';
import { UserBody } from '../../schemas/auth/users.ts';

const access = { auth: 'user', tenant: true, limit: 'account' } as const;
const refusals = ['400 email_missing', '403 permission_denied', '403 project_inactive', '429 otp_locked'] as const;

export const endpoints = [
  post(
    '/email/verify-init',
    {
      ...access,
      reply: CodeSentBody,
      refusals: [...refusals, '429 otp_cooldown'],
      device: 'read',
      summary: 'Mail a code to the address of the user',
      description: 'Six digits. The cooldown is that of the codes for the phone of the user. A proved address gets no mail.',
    },
    sendEmailCode,
  ),
  post(
    '/email/verify',
    {
      ...access,
      body: EmailProof,
      reply: UserBody,
      refusals: [...refusals, '400 invalid_otp', '409 email_taken'],
      device: 'read',
      summary: 'Prove the e-mail address with the code',
      description: 'Only proved addresses get mails about the status of posts. 409 `email_taken`: another user has proved the address.',
    },
    proveEmail,
  ),
];
