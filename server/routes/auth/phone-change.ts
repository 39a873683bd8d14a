import { finishPhoneChange, startPhoneChange } from '../../controllers/auth/phone-change.ts';
import { post } from '../../platform/http/endpoint.ts';
import { CODE_REFUSALS, CodeSentBody } from '../../schemas/auth/fields.ts';
import { PhoneChange, PhoneProof } from '../../schemas/auth/phone-change.ts';
import { UserBody } from '../../schemas/auth/users.ts';

const access = { auth: 'user', tenant: true, limit: 'account' } as const;
const refusals = ['400 invalid_otp', '403 permission_denied', '403 project_inactive', '429 otp_locked'] as const;

export const endpoints = [
  post(
    '/phone/change/init',
    {
      ...access,
      pool: 'password',
      body: PhoneChange,
      reply: CodeSentBody,
      refusals: [
        ...refusals,
        '400 invalid_phone',
        '400 invalid_current_password',
        '429 account_locked',
        ...CODE_REFUSALS,
        '502 otp_delivery_failed',
      ],
      device: 'read',
      summary: 'Send a code to the new phone of the user',
      description:
        'Needs the password, or a code of the purpose `phone_change` that /send-otp sent to the old phone. The reply is the same for a ' +
        'registered phone: /phone/change/verify reports that, once the code is verified.',
    },
    startPhoneChange,
  ),
  post(
    '/phone/change/verify',
    {
      ...access,
      body: PhoneProof,
      reply: UserBody,
      refusals: [...refusals, '409 phone_already_registered'],
      device: 'read',
      summary: 'Change the phone with the code',
      description: 'The other sessions of the user end, and the old phone gets a notice. A refresh issues tokens with the new phone.',
    },
    finishPhoneChange,
  ),
];
