import type { Row, Service } from '../../platform/http/endpoint.ts';
import { rows as login } from './login.ts';
import { rows as operatorTokens } from './operator-tokens.ts';
import { rows as password } from './password.ts';
import { rows as passwordReset } from './password-reset.ts';
import { rows as profile } from './profile.ts';
import { rows as publicConfig } from './public-config.ts';
import { rows as registration } from './registration.ts';
import { rows as sessions } from './sessions.ts';
import { rows as settings } from './settings.ts';
import { rows as users } from './users.ts';

const rows: readonly Row[] = [
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

/** Phone auth (spec/phone-auth.md): the same rows under both of its prefixes, always. */
const current: Service = { name: 'auth', prefix: '/api/v2/auth', title: 'Phone auth', rows };
const local: Service = { name: 'auth', prefix: '/api/v1/auth', title: 'Phone auth (v1, the same)', rows };

/** Username tokens of operators (spec/phone-auth.md, companion endpoints). */
const companion: Service = { name: 'auth', prefix: '/api/v1/auth/auth', title: 'Operator tokens', rows: operatorTokens };

export const authServices: readonly Service[] = [current, local, companion];
