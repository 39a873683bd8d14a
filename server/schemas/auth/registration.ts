import Joi from 'joi';
import { newPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/users/registration.ts';
import { otp, personName, phone, projectId } from './fields.ts';

export const RegisterVerify = Joi.object<service.RegisterVerify, true>({
  phone: phone(),
  otp: otp(),
  firstName: personName().description('The first name.'),
  lastName: personName().description('The last name.'),
  password: newPassword(),
  projectId: projectId().description('The project that it belongs to.'),
})
  .id('RegisterVerify')
  .description('The code and the data of a new user.');
