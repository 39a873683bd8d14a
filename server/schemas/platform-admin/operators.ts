import Joi from 'joi';
import { boolean, email, oneOf, patch, pathId, pattern, queryInteger } from '../../platform/http/input/fields.ts';
import { newPassword } from '../../platform/http/input/password-field.ts';
import { flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type { NewOperator, OperatorPatch as OperatorPatchInput } from '../../services/platform-admin/operators/operators.ts';
import { MAX_PROJECT_ID } from './projects.ts';

type OperatorRole = NewOperator['role'];

export interface OperatorParams {
  id: number;
  operatorId: number;
}

export const OperatorParams = Joi.object<OperatorParams, true>({
  id: queryInteger(1, MAX_PROJECT_ID).required().description('The id of the project.'),
  operatorId: pathId().description('The id of the operator.'),
});

const role = () => oneOf<OperatorRole>('staff', 'admin');

export const OperatorCreate = Joi.object<NewOperator, true>({
  username: pattern(/^[A-Za-z0-9._@-]{3,64}$/, '3 to 64 letters, digits or any of . _ @ -')
    .required()
    .description('The name to sign in with, unique over all projects.'),
  password: newPassword().optional(),
  invite: boolean().description(
    'Sends a link to set a password, good once for 7 days, to the e-mail address instead of taking a password.',
  ),
  email: email().allow(null).description('The e-mail address; required for an invitation.'),
  role: role().required().description('An admin also administers users.'),
  owner: boolean().description('Whether the admin administers all projects.'),
})
  .id('OperatorCreate')
  .description('A new operator.');

export const OperatorPatch = patch<OperatorPatchInput>({
  role: role().description('An admin also administers users.'),
  isActive: boolean().description('Whether the operator may sign in.'),
  owner: boolean().description('Whether the admin administers all projects.'),
  password: newPassword(),
} satisfies Joi.StrictSchemaMap<OperatorPatchInput>)
  .id('OperatorPatch')
  .description('The changes of an operator; absent fields stay.');

export interface OperatorBody {
  id: number;
  username: string;
  email: string | null;
  role: OperatorRole;
  owner: boolean;
  isActive: boolean;
  projectId: number;
  totp: boolean;
  createdAt: string;
  updatedAt: string;
}

export const OperatorBody = Joi.object<OperatorBody, true>({
  id: idField.description('The id of the operator.'),
  username: Joi.string().required().description('The name to sign in with.'),
  email: Joi.string().allow(null).required().description('The e-mail address.'),
  role: role().required().description('An admin also administers users.'),
  owner: flagField.description('Whether the admin administers all projects.'),
  isActive: flagField.description('Whether the operator may sign in.'),
  projectId: idField.description('The project that it belongs to.'),
  totp: flagField.description('Whether signing in needs a code of an authenticator app.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('Operator')
  .description('An operator: staff or admin of a project.');
export const OperatorList = Joi.array().items(OperatorBody).required().description('The operators.');
