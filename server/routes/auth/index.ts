import type { Service } from '../../platform/http/endpoint.ts';
import { endpoints as password } from './change-password.ts';
import { endpoints as login } from './login.ts';
import { endpoints as operatorTokens } from './operator-tokens.ts';
import { endpoints as passwordReset } from './password-reset.ts';
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
  ...profile,
  ...password,
  ...settings,
  ...users,
];

/** Phone auth: the same endpoints under both prefixes. */
const version2 = { name: 'auth', prefix: '/api/v2/auth', title: 'Phone auth', endpoints } satisfies Service;
const version1 = { name: 'auth', prefix: '/api/v1/auth', title: 'Phone auth (v1, the same)', endpoints } satisfies Service;

/** Tokens of operators, who sign in with a username. */
const operators = { name: 'auth', prefix: '/api/v1/auth/auth', title: 'Operator tokens', endpoints: operatorTokens } satisfies Service;

export const authServices = [version2, version1, operators];
