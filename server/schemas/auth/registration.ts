import Joi from 'joi';
import { newPassword } from '../../platform/http/input/password-field.ts';
import { otp, personName, phone, projectId } from './fields.ts';

export interface RegisterVerify {
  phone: string;
  otp: string;
  firstName?: string | null;
  lastName?: string | null;
  password?: string;
  projectId?: number;
}

export const RegisterVerify = Joi.object<RegisterVerify>({
  phone: phone(),
  otp: otp(),
  firstName: personName(),
  lastName: personName(),
  password: newPassword(),
  projectId: projectId(),
});
