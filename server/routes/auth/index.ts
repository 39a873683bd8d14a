import { type Service, underHeading } from '../../platform/http/endpoint.ts';
import { endpoints as account, exportEndpoints as accountExport } from './account.ts';
import { endpoints as password } from './change-password.ts';
import { endpoints as codeStatistics } from './code-statistics.ts';
import { endpoints as email } from './email.ts';
import { endpoints as login } from './login.ts';
import { endpoints as consoleSession } from './operators/console-session.ts';
import { endpoints as operatorPassword } from './operators/operator-password.ts';
import { endpoints as operatorTokens } from './operators/operator-tokens.ts';
import { endpoints as ownAccount } from './operators/own-account.ts';
import { endpoints as passwordReset } from './password-reset.ts';
import { endpoints as phoneChange } from './phone-change.ts';
import { endpoints as profile } from './profile.ts';
import { endpoints as publicConfig } from './public-config.ts';
import { endpoints as registration } from './registration.ts';
import { endpoints as sessions } from './sessions.ts';
import { endpoints as settings } from './settings.ts';
import { endpoints as users } from './users.ts';

const endpoints = [
  ...publicConfig,
  ...registration,
  ...login,
  ...passwordReset,
  ...sessions,
  ...underHeading('Profile', 'Profile, password and settings of the signed-in user.', [
    ...profile,
    ...email,
    ...phoneChange,
    ...password,
    ...settings,
  ]),
  ...underHeading('Account deletion', 'Users delete their account, and may restore it for some days.', account),
  ...underHeading('Account export', 'Users get all data that is stored of them.', accountExport),
  ...underHeading('Users', 'The users of a project, for its admins.', [...users, ...codeStatistics]),
];

/** Phone auth: the same endpoints under both prefixes. */
const version2 = {
  name: 'auth',
  prefix: '/api/v2/auth',
  heading: { name: 'Phone auth', description: 'Registration and sign-in with a phone number, by code or password.' },
  endpoints,
} satisfies Service;
const version1 = { ...version2, prefix: '/api/v1/auth', copyOf: '/api/v2/auth' } satisfies Service;

/** Tokens of operators, who sign in with a username. */
const operators = {
  name: 'auth',
  prefix: '/api/v1/auth/auth',
  heading: { name: 'Operator tokens', description: 'Sign-in of operators: staff and admins with a username.' },
  endpoints: [
    ...operatorTokens,
    ...operatorPassword,
    ...underHeading('Operator account', 'The own account of the signed-in operator.', ownAccount),
  ],
} satisfies Service;

/** The session of operators in the web console. */
export const consoleService = {
  name: 'auth',
  prefix: '/console',
  heading: { name: 'Console session', description: 'Sign-in of operators in the web console of this server.' },
  endpoints: consoleSession,
} satisfies Service;

export const authServices = [version2, version1, operators, consoleService];
