import * as account from '../../../controllers/auth/operators/own-account.ts';
import { del, get, post, put } from '../../../platform/http/endpoint.ts';
import { MessageBody } from '../../../schemas/auth/fields.ts';
import {
  OwnAccountBody,
  OwnAccountPatch,
  OwnPasswordChange,
  RecoveryCodesBody,
  TotpCode,
  TotpRemoval,
  TotpSetupBody,
  TotpStart,
} from '../../../schemas/auth/operators/own-account.ts';
import { SessionListBody, SessionParams } from '../../../schemas/auth/sessions.ts';

/** The refusals of endpoints that have no others: phone users have no such account. */
const access = { auth: 'user', limit: 'admin', refusals: ['403 permission_denied'] } as const;

/** Endpoints that ask for the password share this: verifying one takes a slot, and a known device has its own budget of wrong ones. */
const ofPassword = { pool: 'password', device: 'read' } as const;
const PASSWORD_REFUSALS = ['403 permission_denied', '400 invalid_current_password', '409 password_changed', '429 account_locked'] as const;

const readAndEnd = [
  get(
    '/me',
    { ...access, isBeforeTotp: true, reply: OwnAccountBody.required(), summary: 'The account of the signed-in operator' },
    account.getOwnAccount,
  ),
  post(
    '/logout',
    {
      ...access,
      isBeforeTotp: true,
      mayHaveEnded: true,
      reply: MessageBody,
      summary: 'Sign out: end the session of the token',
      description: 'May be repeated: the token of a session that has ended is enough.',
    },
    account.logoutOperator,
  ),
  get(
    '/sessions',
    { ...access, reply: SessionListBody, summary: 'The open sessions of the signed-in operator' },
    account.listOperatorSessions,
  ),
  del(
    '/sessions/:id',
    {
      ...access,
      params: SessionParams,
      reply: MessageBody,
      refusals: ['403 permission_denied', '404 session_not_found'],
      summary: 'End a session of the signed-in operator',
      description: 'All servers refuse its tokens within 2 seconds.',
    },
    account.endOperatorSession,
  ),
];

const changes = [
  put(
    '/me',
    {
      ...access,
      ...ofPassword,
      body: OwnAccountPatch,
      reply: OwnAccountBody.required(),
      refusals: PASSWORD_REFUSALS,
      summary: 'Change the e-mail of the signed-in operator',
      description: 'A mail tells the old address. A wrong password counts like one at sign-in.',
    },
    account.updateOwnAccount,
  ),
  put(
    '/password',
    {
      ...access,
      ...ofPassword,
      body: OwnPasswordChange,
      reply: MessageBody,
      refusals: [...PASSWORD_REFUSALS, '403 project_inactive'],
      summary: 'Change the password of the signed-in operator',
      description: 'Ends the other sessions. A wrong current password counts like one at sign-in.',
    },
    account.changeOwnPassword,
  ),
];

const secondFactor = [
  post(
    '/totp',
    {
      ...access,
      ...ofPassword,
      isBeforeTotp: true,
      body: TotpStart,
      reply: TotpSetupBody.required(),
      refusals: [...PASSWORD_REFUSALS, '409 totp_enabled'],
      summary: 'Begin to set up a second factor',
      description:
        'Makes a secret for an authenticator app (RFC 6238). A repeated call replaces it. A wrong password counts like one at sign-in.',
    },
    account.startTotp,
  ),
  put(
    '/totp',
    {
      ...access,
      isBeforeTotp: true,
      body: TotpCode,
      reply: RecoveryCodesBody.required(),
      refusals: ['403 permission_denied', '400 invalid_otp', '409 totp_enabled', '409 totp_not_started'],
      summary: 'Put the second factor in force',
      description: 'From then on signing in needs `otp`. Ends the other sessions, which were opened without it. A mail tells the operator.',
    },
    account.enableTotp,
  ),
  del(
    '/totp',
    {
      ...access,
      ...ofPassword,
      body: TotpRemoval,
      reply: MessageBody,
      refusals: [...PASSWORD_REFUSALS, '400 invalid_otp', '409 totp_not_enabled'],
      summary: 'Remove the second factor',
      description: 'A wrong password or code counts like one at sign-in.',
    },
    account.disableTotp,
  ),
];

export const endpoints = [...readAndEnd, ...changes, ...secondFactor];
