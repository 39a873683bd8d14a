import {
  eraseUser,
  exportUser,
  getUser,
  getUserSecurity,
  listUsers,
  revokeUserSessions,
  unlockUser,
  updateUser,
} from '../../controllers/auth/users.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { DeletionBody, ExportBody } from '../../schemas/auth/account.ts';
import { UserSecurityBody } from '../../schemas/auth/user-security.ts';
import {
  ManagedUserBody,
  RevokedSessionsBody,
  UserErasure,
  UserListBody,
  UserListQuery,
  UserParams,
  UserPatch,
} from '../../schemas/auth/users.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'admin', scope: 'users', tenant: true, limit: 'admin' } as const;
/** These acts help a user who is locked out or was robbed of the phone. */
const forStaff = { role: 'staff' } as const;
const one = { ...access, params: UserParams, reply: ManagedUserBody, refusals: ['404 user_not_found'] } as const;
const READ = 'Reading users leaves one act (`users.read`) in the audit log for each reader and project in an hour.';

export const endpoints = [
  get(
    '/admin/users',
    {
      ...access,
      ...forStaff,
      query: UserListQuery,
      reply: UserListBody,
      summary: 'The users of the project, newest first by default',
      description: READ,
    },
    listUsers,
  ),
  get('/admin/users/:id', { ...one, ...forStaff, summary: 'A user', description: READ }, getUser),
  get(
    '/admin/users/:id/security',
    {
      ...one,
      ...forStaff,
      reply: UserSecurityBody,
      summary: 'Why a user may not be able to sign in',
      description: `Sessions, locks, the wait for the next code, the latest codes and a deletion. ${READ}`,
    },
    getUserSecurity,
  ),
  put(
    '/admin/users/:id',
    {
      ...one,
      body: UserPatch,
      refusals: ['403 permission_denied', '404 user_not_found', '409 invalid_transition', '409 test_phone_user'],
      summary: 'Change role and status of a user',
      description:
        'Allowed: active ↔ inactive, active or inactive → suspended → active, any → deleted. `deleted` is final and frees phone and e-mail. ' +
        'A user who is no longer `active` is signed out everywhere. A new role ends the access tokens; a refresh issues tokens with it. ' +
        'Users cannot change themselves.',
    },
    updateUser,
  ),
  post(
    '/admin/users/:id/unlock',
    {
      ...one,
      ...forStaff,
      summary: 'Lift the locks caused by wrong passwords and codes',
      description: 'The next code may be sent at once too, whatever the cooldown says.',
    },
    unlockUser,
  ),
  post(
    '/admin/users/:id/revoke-sessions',
    { ...one, ...forStaff, reply: RevokedSessionsBody, summary: 'Sign a user out everywhere' },
    revokeUserSessions,
  ),
  get(
    '/admin/users/:id/export',
    {
      ...one,
      reply: ExportBody,
      pool: 'wide',
      summary: 'All data of a user',
      description:
        'The document that the user gets from `/account/export`, at any time. Each one leaves an act in the audit log. The answer is sent while it is ' +
        'read: one that ends without its closing brace is not complete.',
    },
    exportUser,
  ),
  post(
    '/admin/users/:id/erase',
    {
      ...one,
      body: UserErasure,
      status: 202,
      reply: DeletionBody,
      refusals: ['403 permission_denied', '404 user_not_found'],
      summary: 'Erase a user without days of grace',
      description: 'The same erasure as with the status `deleted`, with a reason for the audit log. A user who is erased already stays so.',
    },
    eraseUser,
  ),
];
