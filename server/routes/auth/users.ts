import { getUser, listUsers, revokeUserSessions, unlockUser, updateUser } from '../../controllers/auth/users.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { RevokedSessionsBody, UserBody, UserListBody, UserListQuery, UserParams, UserPatch } from '../../schemas/auth/users.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'admin', tenant: true, limit: 'admin' } as const;
const one = { ...access, params: UserParams, reply: UserBody, refusals: ['404 user_not_found'] } as const;

export const endpoints = [
  get(
    '/admin/users',
    { ...access, query: UserListQuery, reply: UserListBody, summary: 'The users of the project, newest first' },
    listUsers,
  ),
  get('/admin/users/:id', { ...one, summary: 'A user' }, getUser),
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
      summary: 'Lift the locks caused by wrong passwords and codes',
      description: 'The next code may be sent at once too, whatever the cooldown says.',
    },
    unlockUser,
  ),
  post(
    '/admin/users/:id/revoke-sessions',
    { ...one, reply: RevokedSessionsBody, summary: 'Sign a user out everywhere' },
    revokeUserSessions,
  ),
];
