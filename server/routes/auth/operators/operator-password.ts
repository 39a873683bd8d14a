import { confirmOperatorReset, sendOperatorReset } from '../../../controllers/auth/operators/operator-password.ts';
import { post } from '../../../platform/http/endpoint.ts';
import { MessageBody } from '../../../schemas/auth/fields.ts';
import { ResetConfirmation, ResetRequest } from '../../../schemas/auth/operators/operator-password.ts';

export const endpoints = [
  post(
    '/password/reset/init',
    {
      auth: 'public',
      limit: 'global',
      body: ResetRequest,
      reply: MessageBody,
      refusals: ['409 mail_not_configured'],
      summary: 'Send an operator a link to set a new password',
      description:
        'The reply is the same for every username and comes before the mail, so it tells nothing. The link is good once, for 30 minutes, and ' +
        'replaces an earlier one. An operator is sent at most 20 links a day.',
    },
    sendOperatorReset,
  ),
  post(
    '/password/reset/confirm',
    {
      auth: 'public',
      limit: 'global',
      pool: 'password',
      body: ResetConfirmation,
      reply: MessageBody,
      refusals: ['400 token_invalid', '403 project_inactive'],
      summary: 'Set a password with the link of an invitation or a reset',
      description:
        'Ends all sessions and lifts all locks; the second factor stays. A password that is too easy to guess does not use the link up.',
    },
    confirmOperatorReset,
  ),
];
