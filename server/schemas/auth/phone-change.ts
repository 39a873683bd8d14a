import Joi from 'joi';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/users/phone-change.ts';
import { otp, phone } from './fields.ts';

export const PhoneChange = Joi.object<service.PhoneChange, true>({
  phone: phone().description('The new phone number with its country code.'),
  password: typedPassword().description('The password of the user; either this or a code.'),
  otp: otp().optional().description('A code of the purpose `phone_change` from the old phone.'),
})
  .xor('password', 'otp')
  .id('PhoneChange')
  .description('The new phone, and the password or a code of the old phone.');

export interface PhoneProof {
  otp: string;
}

export const PhoneProof = Joi.object<PhoneProof, true>({ otp: otp().description('The code that the new phone received.') })
  .id('PhoneProof')
  .description('The code of the new phone.');
