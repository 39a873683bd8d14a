import Joi from 'joi';
import { line, patch } from '../../platform/http/input/fields.ts';

export interface ProfilePatch {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

const name = () => line({ max: 100 }).allow(null);

/** Absent leaves, null clears. An e-mail is kept in lower case, so that one address is one whoever types it. */
export const ProfilePatch = patch<ProfilePatch>({
  firstName: name(),
  lastName: name(),
  email: Joi.string().normalize('NFC').trim().lowercase().max(254).email({ tlds: false }).allow(null),
});
