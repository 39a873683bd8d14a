import Joi from 'joi';
import { newPassword, typedPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/users/change-password.ts';

export const PasswordChange = Joi.object<service.PasswordChange, true>({
  currentPassword: typedPassword().description('Needed once a password is set.'),
  newPassword: newPassword().required(),
})
  .id('PasswordChange')
  .description('The old and the new password.');
