import Joi from 'joi';
import { oneOf, patch, pattern, singleLineText } from '../../platform/http/input/fields.ts';
import { type Pagination, PaginationBody, pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type * as UserAdministration from '../../services/auth/users/user-administration.ts';
import type * as UserSearch from '../../services/auth/users/user-search.ts';

type UserRole = NonNullable<UserAdministration.UserPatch['role']>;
type UserStatus = NonNullable<UserAdministration.UserPatch['status']>;

const role = () => oneOf<UserRole>('customer', 'driver', 'staff', 'admin', 'pending');
const status = () => oneOf<UserStatus>('active', 'inactive', 'suspended', 'deleted');

export interface UserParams {
  id: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const UserParams = Joi.object<UserParams, true>({ id: pattern(UUID, 'a UUID in lower case').required() });

export const UserListQuery = Joi.object<UserSearch.UserListQuery, true>({
  ...pageFields,
  q: singleLineText({ max: 100 }).description(
    'Words that must all occur in name or e-mail, or the beginning of the phone with its country code',
  ),
  role: role(),
  status: status(),
});

export const UserPatch = patch<UserAdministration.UserPatch>({
  role: role(),
  status: status(),
} satisfies Joi.StrictSchemaMap<UserAdministration.UserPatch>);

export interface UserBody {
  id: string;
  phone: string;
  email: string | null;
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

export const UserBody = Joi.object<UserBody, true>({
  id: Joi.string().guid().required(),
  phone: Joi.string().required(),
  email: Joi.string().allow(null).required(),
  role: role().required(),
  status: status().required(),
  firstName: Joi.string().allow(null).required(),
  lastName: Joi.string().allow(null).required(),
  avatar: Joi.string().allow(null).required(),
  language: Joi.string().required(),
  phoneVerified: flagField,
  projectId: idField,
  createdAt: instantField,
  updatedAt: instantField,
}).id('User');

export interface UserListBody {
  data: UserBody[];
  pagination: Pagination;
}

export const UserListBody = Joi.object<UserListBody, true>({
  data: Joi.array().items(UserBody).required(),
  pagination: PaginationBody,
}).id('UserList');

export interface RevokedSessionsBody {
  revoked: number;
}

export const RevokedSessionsBody = Joi.object<RevokedSessionsBody, true>({ revoked: countField }).id('RevokedSessions');
