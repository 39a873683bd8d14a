import { sendRegistrationCode, verifyRegistration } from '../../controllers/auth/registration.ts';
import { post } from '../../platform/http/endpoint.ts';
import { CODE_REFUSALS, CodeRequest, CodeSentBody, SignedInBody } from '../../schemas/auth/fields.ts';
import { RegisterVerify } from '../../schemas/auth/registration.ts';

export const endpoints = [
  post(
    '/register-init',
    {
      auth: 'public',
      limit: 'global',
      tenant: 'body',
      pool: 'sending',
      body: CodeRequest,
      reply: CodeSentBody,
      refusals: [
        '400 invalid_phone',
        '403 project_inactive',
        '403 registration_disabled',
        '403 login_method_disabled',
        ...CODE_REFUSALS,
        '502 otp_delivery_failed',
      ],
      device: 'read',
      summary: 'Send a code to register with',
      description: 'The reply is the same for a registered phone: /register-verify reports that, once the code is verified.',
    },
    sendRegistrationCode,
  ),
  post(
    '/register-verify',
    {
      auth: 'public',
      limit: 'global',
      tenant: 'bodyIfAny',
      pool: 'password',
      body: RegisterVerify,
      status: 201,
      reply: SignedInBody,
      refusals: [
        '400 invalid_phone',
        '400 invalid_otp',
        '400 project_id_required',
        '403 project_inactive',
        '403 registration_disabled',
        '403 login_method_disabled',
        '401 token_not_valid',
        '409 phone_already_registered',
        '409 deletion_pending',
        '429 otp_locked',
      ],
      device: 'issued',
      idempotent: 'signIn',
      summary: 'Register with the code and sign in',
      description:
        'Without projectId and X-Project-ID the project is the one with a live code for the phone. The code of the example works for a test ' +
        'phone, which the example of `createTestPhone` creates.',
    },
    verifyRegistration,
  ),
];
