import Joi from 'joi';
import { keyText } from '../../../platform/http/input/fields.ts';
import { newPassword } from '../../../platform/http/input/password-field.ts';
import type { LinkedPassword } from '../../../services/auth/operators/links/password-reset.ts';

export interface ResetRequest {
  username: string;
}

export const ResetRequest = Joi.object<ResetRequest, true>({
  username: keyText({ max: 150 }).required().description('The username of the operator; capitals do not matter.'),
})
  .id('OperatorResetRequest')
  .description('The operator who has forgotten the password.');

export const ResetConfirmation = Joi.object<LinkedPassword, true>({
  token: keyText({ max: 200 }).required().description('The token of the link, from an invitation or a reset.'),
  password: newPassword().required(),
})
  .id('OperatorResetConfirmation')
  .description('The new password of an operator, with the token of the link that was mailed.');
