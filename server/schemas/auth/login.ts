import Joi from 'joi';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/users/login.ts';
import { otp, phone, projectId } from './fields.ts';

export const PasswordLogin = Joi.object<service.PasswordLogin, true>({
  phone: phone(),
  password: typedPassword().required().description('The password of the user.'),
  projectId: projectId().description('The project that it belongs to.'),
})
  .id('PasswordLogin')
  .description('Phone and password of a user.');

export const OtpLogin = Joi.object<service.OtpLogin, true>({
  phone: phone(),
  otp: otp(),
  projectId: projectId().description('The project that it belongs to.'),
})
  .id('OtpLogin')
  .description('Phone and code of a user.');
