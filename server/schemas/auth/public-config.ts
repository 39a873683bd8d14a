import Joi from 'joi';
import { oneOf, queryInteger } from '../../platform/http/input/fields.ts';
import { countField, flagField, idField } from '../../platform/http/input/replies.ts';
import { MAX_PROJECT_ID } from './fields.ts';

type LoginMethod = 'phone_password' | 'phone_otp' | 'username_password';

export interface PublicConfigParams {
  projectId: number;
}

export const PublicConfigParams = Joi.object<PublicConfigParams, true>({
  projectId: queryInteger(1, MAX_PROJECT_ID).required().description('The id of the project.'),
});

export interface PublicConfigBody {
  projectId: number;
  loginMethods: LoginMethod[];
  registration: boolean;
  otp: { length: number; ttlSeconds: number; channels: string[]; cooldownSeconds: number[] };
  password: { minLength: number; maxLength: number };
  lockout: { attempts: number; seconds: number };
  phone: { countries: string[] | null; blockedCountries: string[] };
  languages: string[];
}

export const PublicConfigBody = Joi.object<PublicConfigBody, true>({
  projectId: idField.description('The id of the project.'),
  loginMethods: listOf(oneOf<LoginMethod>('phone_password', 'phone_otp', 'username_password')).description('How users may sign in.'),
  registration: flagField.description('Whether new users may register.'),
  otp: Joi.object<PublicConfigBody['otp'], true>({
    length: countField.description('How many digits a code has.'),
    ttlSeconds: countField.description('How long a code is valid, in seconds.'),
    channels: listOf(Joi.string()).description('How codes are sent, the preferred channel first.'),
    cooldownSeconds: listOf(Joi.number().integer().min(0)).description(
      'Seconds to wait before the first, second and each further code for a phone.',
    ),
  })
    .required()
    .description('The codes that are sent to phones.'),
  password: Joi.object<PublicConfigBody['password'], true>({
    minLength: countField.description('The fewest characters of a password.'),
    maxLength: countField.description('The most characters of a password.'),
  })
    .required()
    .description('The rules for passwords.'),
  lockout: Joi.object<PublicConfigBody['lockout'], true>({
    attempts: countField.description('How many wrong passwords in a row lock it.'),
    seconds: countField.description('How long it stays locked, in seconds.'),
  })
    .required()
    .description('When a password is locked.'),
  phone: Joi.object<PublicConfigBody['phone'], true>({
    countries: listOf(Joi.string()).allow(null).description('The only countries whose phones get codes, as ISO 3166 codes; null for all.'),
    blockedCountries: listOf(Joi.string()).description('The countries whose phones never get codes.'),
  })
    .required()
    .description('The phones that get codes.'),
  languages: listOf(Joi.string()).description('The languages of the project, the default one first.'),
})
  .id('PublicAuthConfig')
  .description('How users of a project sign in.');

function listOf(item: Joi.Schema): Joi.ArraySchema {
  return Joi.array().items(item).required();
}
