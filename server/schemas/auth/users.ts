import Joi from 'joi';
import { instant, oneOf, patch, pattern, searchText, singleLineText } from '../../platform/http/input/fields.ts';
import { type Pagination, PaginationBody, pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant } from '../../platform/http/input/replies.ts';
import type { UserListQuery as UserListInput } from '../../services/auth/search/user-list.ts';
import type * as UserAdministration from '../../services/auth/users/user-administration.ts';

type UserRole = NonNullable<UserAdministration.UserPatch['role']>;
type UserStatus = NonNullable<UserAdministration.UserPatch['status']>;

const role = () => oneOf<UserRole>('customer', 'driver', 'staff', 'admin', 'pending');
const status = () => oneOf<UserStatus>('active', 'inactive', 'suspended', 'deleted');

export interface UserParams {
  id: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const UserParams = Joi.object<UserParams, true>({
  id: pattern(UUID, 'a UUID in lower case').required().description('The id of the user.'),
});

export const UserListQuery = Joi.object<UserListInput, true>({
  ...pageFields,
  q: searchText({ max: 100 }).description(
    'An id; the phone from its beginning, with or without its country code, or its last digits, at least 4 of them; or words of name and ' +
      'e-mail, one of which begins a name or the e-mail. At most 2,000 users are read for each beginning: add the last name to a frequent ' +
      'first name.',
  ),
  role: role().description('Only users with this role.'),
  status: status().description('Only users with this status.'),
  from: instant().description('Only users who registered at this time or later.'),
  to: instant().description('Only users who registered before this time.'),
  sort: oneOf<NonNullable<UserListInput['sort']>>('createdAt', 'lastLoginAt').description(
    'The time that orders the users; `createdAt` by default.',
  ),
  order: oneOf<NonNullable<UserListInput['order']>>('asc', 'desc').description('The direction; the newest first by default.'),
});

export const UserPatch = patch<UserAdministration.UserPatch>({
  role: role().description('The role of the user.'),
  status: status().description('The status of the user; `deleted` is final.'),
  reason: singleLineText({ max: 500 }).description('Why, for the audit log. It needs a role or a status beside it.'),
} satisfies Joi.StrictSchemaMap<UserAdministration.UserPatch>)
  .or('role', 'status')
  .messages({ 'object.missing': 'at least one field to change must be given' })
  .id('UserPatch')
  .description('The changes of a user; absent fields stay.');

export interface UserErasure {
  reason: string;
}

export const UserErasure = Joi.object<UserErasure, true>({
  reason: singleLineText({ max: 500 }).required().description('Why the user is erased, for the audit log.'),
})
  .id('UserErasure')
  .description('The reason of an erasure.');

export interface UserBody {
  id: string;
  phone: string;
  email: string | null;
  emailVerified: boolean;
  role: UserRole;
  status: UserStatus;
  firstName: string | null;
  lastName: string | null;
  avatar: string | null;
  language: string;
  phoneVerified: boolean;
  projectId: number;
  createdAt: string;
  updatedAt: string;
}

const userFields = {
  id: Joi.string().guid().required().description('The id of the user.'),
  phone: Joi.string()
    .allow('')
    .required()
    .description('The phone number in international form, such as +966501234567; empty once the user is erased.'),
  email: Joi.string().allow(null).required().description('The e-mail address; null when the user gave none.'),
  emailVerified: flagField.description('Whether the user has proved the e-mail address.'),
  role: role().required().description('The role of the user.'),
  status: status().required().description('Only users who are `active` can sign in.'),
  firstName: Joi.string().allow(null).required().description('The first name; null when the user gave none.'),
  lastName: Joi.string().allow(null).required().description('The last name; null when the user gave none.'),
  avatar: Joi.string().allow(null).required().description('The address of a picture. No endpoint sets it yet, so that it is null.'),
  language: Joi.string().required().description('The language of the user.'),
  phoneVerified: flagField.description('Whether the user has shown a code sent to the phone.'),
  projectId: idField.description('The project that it belongs to.'),
  createdAt: instantField.description('When the user registered.'),
  updatedAt: instantField.description('When it was last changed.'),
};

export const UserBody = Joi.object<UserBody, true>(userFields).id('User').description('A user of phone auth.');

/** A user as managers see it. */
export interface ManagedUserBody extends UserBody {
  lastLoginAt: string | null;
  deletesAt: string | null;
}

export const ManagedUserBody = Joi.object<ManagedUserBody, true>({
  ...userFields,
  lastLoginAt: nullableInstant.description('When the user last signed in; null for never.'),
  deletesAt: nullableInstant.description('When the account will be erased, as its user asked for; else null.'),
})
  .id('ManagedUser')
  .description('A user of phone auth, as managers see it.');

export interface UserListBody {
  data: ManagedUserBody[];
  pagination: Pagination;
}

export const UserListBody = Joi.object<UserListBody, true>({
  data: Joi.array().items(ManagedUserBody).required().description('The users of this page.'),
  pagination: PaginationBody,
})
  .id('UserList')
  .description('A page of users.');

export interface RevokedSessionsBody {
  revoked: number;
}

export const RevokedSessionsBody = Joi.object<RevokedSessionsBody, true>({
  revoked: countField.description('How many sessions were ended.'),
})
  .id('RevokedSessions')
  .description('The sessions of the user are ended.');
