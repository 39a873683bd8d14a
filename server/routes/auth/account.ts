import { confirmDeletion, deleteAccount, exportAccount, restoreAccount, sendDeletionCode } from '../../controllers/auth/account.ts';
import { post } from '../../platform/http/endpoint.ts';
import { AccountRestoring, DeletionBody, DeletionProof, ExportBody, ExportProof, PhoneDeletion } from '../../schemas/auth/account.ts';
import { CODE_REFUSALS, CodeRequest, CodeSentBody, SignedInBody } from '../../schemas/auth/fields.ts';

const open = { auth: 'public', limit: 'global', tenant: 'body' } as const;
const refusals = ['400 invalid_phone', '403 project_inactive'] as const;

export const endpoints = [
  post(
    '/account/deletion',
    {
      auth: 'user',
      limit: 'account',
      tenant: true,
      pool: 'password',
      body: DeletionProof,
      status: 202,
      reply: DeletionBody,
      refusals: [
        '400 invalid_credentials',
        '400 invalid_otp',
        '403 permission_denied',
        '403 project_inactive',
        '429 account_locked',
        '429 otp_locked',
      ],
      device: 'read',
      summary: 'Delete the account of the signed-in user',
      description:
        'All sessions end at once. The data is erased after the days of grace of the project (`accountDeletionDays`); until then ' +
        '`/account/restore` takes the deletion back, and signing in is 403 `deletion_pending`.',
    },
    deleteAccount,
  ),
  post(
    '/account/deletion/code',
    {
      ...open,
      pool: 'sending',
      body: CodeRequest,
      reply: CodeSentBody,
      refusals: [...refusals, ...CODE_REFUSALS],
      device: 'read',
      summary: 'Send a code to delete an account without signing in',
      description: 'For web pages. The reply is the same for a phone without an account, which gets no code.',
    },
    sendDeletionCode,
  ),
  post(
    '/account/deletion/confirm',
    {
      ...open,
      body: PhoneDeletion,
      status: 202,
      reply: DeletionBody,
      refusals: [...refusals, '400 invalid_otp', '404 user_not_registered', '429 otp_locked'],
      device: 'read',
      summary: 'Delete the account of a phone with a code',
      description: 'The same deletion as that of a signed-in user. One that waits already keeps its date.',
    },
    confirmDeletion,
  ),
  post(
    '/account/restore',
    {
      ...open,
      pool: 'password',
      body: AccountRestoring,
      reply: SignedInBody,
      refusals: [
        ...refusals,
        '400 invalid_otp',
        '401 invalid_credentials',
        '403 account_suspended',
        '403 account_inactive',
        '403 login_method_disabled',
        '404 user_not_registered',
        '429 account_locked',
        '429 otp_locked',
      ],
      device: 'issued',
      summary: 'Take the deletion of an account back, and sign in',
      description: 'Possible until `deletesAt`. Without a deletion it signs in like a login.',
    },
    restoreAccount,
  ),
];

export const exportEndpoints = [
  post(
    '/account/export',
    {
      auth: 'user',
      limit: 'account',
      tenant: true,
      pool: 'password',
      body: ExportProof,
      reply: ExportBody,
      refusals: [
        '400 invalid_credentials',
        '400 invalid_otp',
        '403 permission_denied',
        '403 project_inactive',
        '429 account_locked',
        '429 otp_locked',
      ],
      device: 'read',
      summary: 'All data of the signed-in user',
      description:
        'Once an hour, then 429 `throttled`. The answer is sent while it is read: one that ends without its closing brace is not complete, and ' +
        'the user may try again at once.',
    },
    exportAccount,
  ),
];
