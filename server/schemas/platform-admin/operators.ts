import Joi from 'joi';
import { boolean, email, oneOf, patch, pathId, pattern, queryInteger } from '../../platform/http/input/fields.ts';
import { newPassword } from '../../platform/http/input/password-field.ts';
import { flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type { NewOperator, OperatorPatch as OperatorPatchInput } from '../../services/platform-admin/operators.ts';
import { MAX_PROJECT_ID } from './projects.ts';

type OperatorRole = NewOperator['role'];

export interface OperatorParams {
  id: number;
  operatorId: number;
}

export const OperatorParams = Joi.object<OperatorParams, true>({
  id: queryInteger(1, MAX_PROJECT_ID).required(),
  operatorId: pathId(),
});

const role = () => oneOf<OperatorRole>('staff', 'admin');

export const OperatorCreate = Joi.object<NewOperator, true>({
  username: pattern(/^[A-Za-z0-9._@-]{3,64}$/, '3 to 64 letters, digits or any of . _ @ -').required(),
  password: newPassword().required(),
  email: email().allow(null),
  role: role().required(),
});

export const OperatorPatch = patch<OperatorPatchInput>({
  role: role(),
  isActive: boolean(),
  password: newPassword(),
} satisfies Joi.StrictSchemaMap<OperatorPatchInput>);

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

export const OperatorBody = Joi.object<OperatorBody, true>({
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
