import Joi from 'joi';
import { oneOf, queryInteger } from '../../platform/http/input/fields.ts';
import { countField, flagField, idField } from '../../platform/http/input/replies.ts';

type LoginMethod = 'phone_password' | 'phone_otp' | 'username_password';

export interface PublicConfigParams {
  projectId: number;
}

/** Ids fit the column and the X-Project-ID header. */
export const PublicConfigParams = Joi.object<PublicConfigParams>({ projectId: queryInteger(1, 2_147_483_647).required() });

export interface PublicConfigBody {
  projectId: number;
  loginMethods: readonly LoginMethod[];
  registration: boolean;
  otp: { length: number; ttlSeconds: number; channels: readonly string[]; cooldownSeconds: readonly number[] };
  password: { minLength: number; maxLength: number };
  lockout: { attempts: number; seconds: number };
  languages: readonly string[];
}

export const PublicConfigBody = Joi.object<PublicConfigBody>({
  projectId: idField,
  loginMethods: listOf(oneOf<LoginMethod>('phone_password', 'phone_otp', 'username_password')),
  registration: flagField,
  otp: Joi.object({
    length: countField,
    ttlSeconds: countField,
    channels: listOf(Joi.string()),
    cooldownSeconds: listOf(Joi.number().integer().min(0)),
  }).required(),
  password: Joi.object({ minLength: countField, maxLength: countField }).required(),
  lockout: Joi.object({ attempts: countField, seconds: countField }).required(),
  languages: listOf(Joi.string()),
}).id('PublicAuthConfig');

function listOf(item: Joi.Schema): Joi.ArraySchema {
  return Joi.array().items(item).required();
}
