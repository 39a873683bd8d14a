import { getProfile, updateProfile } from '../../controllers/auth/profile.ts';
import { get, put } from '../../platform/http/endpoint.ts';
import { ProfilePatch } from '../../schemas/auth/profile.ts';
import { UserBody } from '../../schemas/auth/users.ts';

const access = { auth: 'user', tenant: true, limit: 'account', reply: UserBody } as const;

export const endpoints = [
  get(
    '/profile',
    { ...access, refusals: ['403 permission_denied', '403 project_inactive'], summary: 'The record of the signed-in user' },
    getProfile,
  ),
  put(
    '/profile',
    {
      ...access,
      body: ProfilePatch,
      refusals: ['403 permission_denied', '403 project_inactive'],
      summary: 'Change name and e-mail of the signed-in user',
      description:
        'Absent fields stay, null clears. An e-mail address is stored in lower case and cannot be used to sign in. A new one is not proved: see /email/verify.',
    },
    updateProfile,
  ),
];
