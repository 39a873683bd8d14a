import Joi from 'joi';
import { line, oneOf, patch, word } from '../../platform/http/input/fields.ts';
import { type PageQuery, PaginationBody, pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField } from '../../platform/http/input/replies.ts';

type UserRole = 'customer' | 'driver' | 'staff' | 'admin' | 'pending';
type UserStatus = 'active' | 'inactive' | 'suspended' | 'deleted';

const role = () => oneOf<UserRole>('customer', 'driver', 'staff', 'admin', 'pending');
const status = () => oneOf<UserStatus>('active', 'inactive', 'suspended', 'deleted');

export interface UserParams {
  id: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const UserParams = Joi.object<UserParams>({ id: word(UUID, 'a UUID in lower case').required() });

export interface UserListQuery extends PageQuery {
  q?: string;
  role?: UserRole;
  status?: UserStatus;
}

export const UserListQuery = Joi.object<UserListQuery>({
  ...pageFields,
  q: line({ max: 100 }).description('Words of name or e-mail, all of which must be found; or how the phone begins, with its country code'),
  role: role(),
  status: status(),
});

export interface UserPatch {
  role?: UserRole;
  status?: UserStatus;
}

export const UserPatch = patch<UserPatch>({ role: role(), status: status() });

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

export const UserBody = Joi.object<UserBody>({
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

export const UserListBody = Joi.object({ data: Joi.array().items(UserBody).required(), pagination: PaginationBody }).id('UserList');
export const RevokedSessionsBody = Joi.object({ revoked: countField }).id('RevokedSessions');
