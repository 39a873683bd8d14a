import { email, line, patch } from '../../platform/http/input/fields.ts';

export interface ProfilePatch {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

const name = () => line({ max: 100 }).allow(null);

/** Absent leaves, null clears. */
export const ProfilePatch = patch<ProfilePatch>({
  firstName: name(),
  lastName: name(),
  email: email().allow(null),
});
