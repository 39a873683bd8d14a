import Joi from 'joi';
import { newPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/users/password-reset.ts';
import { otp, phone, projectId } from './fields.ts';

export const ResetConfirm = Joi.object<service.ResetConfirm, true>({
  phone: phone(),
  otp: otp(),
  newPassword: newPassword().required(),
  projectId: projectId(),
})
  .id('ResetConfirm')
  .description('The code and the new password.');
