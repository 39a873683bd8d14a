import Joi from 'joi';
import { newPassword, typedPassword } from '../../platform/http/input/password-field.ts';

export interface PasswordChange {
  currentPassword?: string;
  newPassword: string;
}

export const PasswordChange = Joi.object<PasswordChange>({
  currentPassword: typedPassword().description('Needed once a password is set.'),
  newPassword: newPassword().required(),
});
