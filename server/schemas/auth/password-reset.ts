import Joi from 'joi';
import { newPassword } from '../../platform/http/input/password-field.ts';
import { otp, phone, projectId } from './fields.ts';

export interface ResetConfirm {
  phone: string;
  otp: string;
  newPassword: string;
  projectId?: number;
}

export const ResetConfirm = Joi.object<ResetConfirm>({
  phone: phone(),
  otp: otp(),
  newPassword: newPassword().required(),
  projectId: projectId(),
});
