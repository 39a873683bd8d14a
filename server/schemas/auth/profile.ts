import type Joi from 'joi';
import { email, patch } from '../../platform/http/input/fields.ts';
import type * as service from '../../services/auth/users/profile.ts';
import { personName } from './fields.ts';

/** Absent fields stay, null clears. */
export const ProfilePatch = patch<service.ProfilePatch>({
  firstName: personName().description('The first name; null clears it.'),
  lastName: personName().description('The last name; null clears it.'),
  email: email().allow(null).description('The e-mail address, which is not proved yet; null clears it.'),
} satisfies Joi.StrictSchemaMap<service.ProfilePatch>)
  .id('ProfilePatch')
  .description('The changes of a profile; absent fields stay, null clears.');
