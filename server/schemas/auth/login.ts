import Joi from 'joi';
import { oneOf } from '../../platform/http/input/fields.ts';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import type { OwnPurpose } from '../../services/auth/otp/purpose.ts';
import type * as service from '../../services/auth/users/login.ts';
import { type CodeRequest, otp, phone, projectId } from './fields.ts';

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

export type CodePurpose = 'login' | OwnPurpose;

export interface LoginCodeRequest extends Partial<CodeRequest> {
  purpose?: CodePurpose;
}

/** The body of `/send-otp`. */
export const LoginCodeRequest = Joi.object<LoginCodeRequest, true>({
  phone: phone()
    .optional()
    .when('purpose', { is: Joi.valid('delete', 'export', 'phone_change').required(), otherwise: Joi.required() })
    .description('A phone number with its country code. May be left out where the access token names the user.'),
  purpose: oneOf<CodePurpose>('login', 'delete', 'export', 'phone_change').description(
    'What the code is for, `login` when left out. The others need the access token, and the code goes to the phone of its user.',
  ),
  projectId: projectId().description('The project that it belongs to.'),
})
  .id('LoginCodeRequest')
  .description('Names the phone that a code is sent to, and what the code is for.');
