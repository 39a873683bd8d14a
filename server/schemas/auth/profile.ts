import type Joi from 'joi';
import { email, patch } from '../../platform/http/input/fields.ts';
import type * as service from '../../services/auth/users/profile.ts';
import { personName } from './fields.ts';

/** Absent fields stay, null clears. */
export const ProfilePatch = patch<service.ProfilePatch>({
  firstName: personName(),
  lastName: personName(),
  email: email().allow(null),
} satisfies Joi.StrictSchemaMap<service.ProfilePatch>);
