import Joi from 'joi';
import { oneOf, queryInteger } from '../../platform/http/input/fields.ts';
import { countField, flagField, idField } from '../../platform/http/input/replies.ts';
import { MAX_PROJECT_ID } from './fields.ts';

type LoginMethod = 'phone_password' | 'phone_otp' | 'username_password';

export interface PublicConfigParams {
  projectId: number;
}

export const PublicConfigParams = Joi.object<PublicConfigParams, true>({ projectId: queryInteger(1, MAX_PROJECT_ID).required() });

export interface PublicConfigBody {
  projectId: number;
  loginMethods: LoginMethod[];
  registration: boolean;
  otp: { length: number; ttlSeconds: number; channels: string[]; cooldownSeconds: number[] };
  password: { minLength: number; maxLength: number };
  lockout: { attempts: number; seconds: number };
  languages: string[];
}

export const PublicConfigBody = Joi.object<PublicConfigBody, true>({
  projectId: idField,
  loginMethods: listOf(oneOf<LoginMethod>('phone_password', 'phone_otp', 'username_password')),
  registration: flagField,
  otp: Joi.object<PublicConfigBody['otp'], true>({
    length: countField,
    ttlSeconds: countField,
    channels: listOf(Joi.string()),
    cooldownSeconds: listOf(Joi.number().integer().min(0)),
  }).required(),
  password: Joi.object<PublicConfigBody['password'], true>({ minLength: countField, maxLength: countField }).required(),
  lockout: Joi.object<PublicConfigBody['lockout'], true>({ attempts: countField, seconds: countField }).required(),
  languages: listOf(Joi.string()),
}).id('PublicAuthConfig');

function listOf(item: Joi.Schema): Joi.ArraySchema {
  return Joi.array().items(item).required();
}
