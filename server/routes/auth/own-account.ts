import * as account from '../../controllers/auth/own-account.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { MessageBody } from '../../schemas/auth/fields.ts';
import {
  OwnAccountBody,
  OwnAccountPatch,
  OwnPasswordChange,
  RecoveryCodesBody,
  TotpCode,
  TotpRemoval,
  TotpSetupBody,
} from '../../schemas/auth/own-account.ts';
import { SessionListBody, SessionParams } from '../../schemas/auth/sessions.ts';

/** The refusals of endpoints that have no others: phone users have no such account. */
const access = { auth: 'user', limit: 'admin', refusals: ['403 permission_denied'] } as const;

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
    { ...access, body: OwnAccountPatch, reply: OwnAccountBody.required(), summary: 'Change the e-mail of the signed-in operator' },
    account.updateOwnAccount,
  ),
  put(
    '/password',
    {
      ...access,
      pool: 'password',
      device: 'read',
      body: OwnPasswordChange,
      reply: MessageBody,
      refusals: [
        '403 permission_denied',
        '400 invalid_current_password',
        '403 project_inactive',
        '409 password_changed',
        '429 account_locked',
      ],
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
      isBeforeTotp: true,
      reply: TotpSetupBody.required(),
      refusals: ['403 permission_denied', '409 totp_enabled'],
      summary: 'Begin to set up a second factor',
      description: 'Makes a secret for an authenticator app (RFC 6238). A repeated call replaces it.',
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
      description: 'From then on signing in needs `otp`. Ends the other sessions, which were opened without it.',
    },
    account.enableTotp,
  ),
  del(
    '/totp',
    {
      ...access,
      device: 'read',
      pool: 'password',
      body: TotpRemoval,
      reply: MessageBody,
      refusals: [
        '403 permission_denied',
        '400 invalid_current_password',
        '400 invalid_otp',
        '409 password_changed',
        '409 totp_not_enabled',
        '429 account_locked',
      ],
      summary: 'Remove the second factor',
      description: 'A wrong password or code counts like one at sign-in.',
    },
    account.disableTotp,
  ),
];

export const endpoints = [...readAndEnd, ...changes, ...secondFactor];
