import Joi from 'joi';
import { email, oneOf, patch, pathId, queryInteger, word, yesNo } from '../../platform/http/input/fields.ts';
import { newPassword } from '../../platform/http/input/password-field.ts';
import { flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import { MAX_PROJECT_ID } from './projects.ts';

type OperatorRole = 'staff' | 'admin';

export interface OperatorParams {
  id: number;
  operatorId: number;
}

export const OperatorParams = Joi.object<OperatorParams>({ id: queryInteger(1, MAX_PROJECT_ID).required(), operatorId: pathId() });

const role = () => oneOf<OperatorRole>('staff', 'admin');

export interface OperatorCreate {
  username: string;
  password: string;
  email?: string | null;
  role: OperatorRole;
}

export const OperatorCreate = Joi.object<OperatorCreate>({
  username: word(/^[A-Za-z0-9._@-]{3,64}$/, '3 to 64 letters, digits or any of . _ @ -').required(),
  password: newPassword().required(),
  email: email().allow(null),
  role: role().required(),
});

export interface OperatorPatch {
  role?: OperatorRole;
  isActive?: boolean;
  password?: string;
}

export const OperatorPatch = patch<OperatorPatch>({ role: role(), isActive: yesNo(), password: newPassword() });

export interface OperatorBody {
  id: number;
  username: string;
  email: string | null;
  role: OperatorRole;
  isActive: boolean;
  projectId: number;
  createdAt: string;
  updatedAt: string;
}

export const OperatorBody = Joi.object<OperatorBody>({
  id: idField,
  username: Joi.string().required(),
  email: Joi.string().allow(null).required(),
  role: role().required(),
  isActive: flagField,
  projectId: idField,
  createdAt: instantField,
  updatedAt: instantField,
}).id('Operator');
export const OperatorList = Joi.array().items(OperatorBody).required();
