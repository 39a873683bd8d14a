import Joi from 'joi';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import { otp, phone, projectId } from './fields.ts';

export interface PasswordLogin {
  phone: string;
  password: string;
  projectId?: number;
}

export const PasswordLogin = Joi.object<PasswordLogin>({ phone: phone(), password: typedPassword().required(), projectId: projectId() });

export interface OtpLogin {
  phone: string;
  otp: string;
  projectId?: number;
}

export const OtpLogin = Joi.object<OtpLogin>({ phone: phone(), otp: otp(), projectId: projectId() });
