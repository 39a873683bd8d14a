import Joi from 'joi';
import { newPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/users/registration.ts';
import { otp, personName, phone, projectId } from './fields.ts';

export const RegisterVerify = Joi.object<service.RegisterVerify, true>({
  phone: phone(),
  otp: otp(),
  firstName: personName(),
  lastName: personName(),
  password: newPassword(),
  projectId: projectId(),
});
