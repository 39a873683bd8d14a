import Joi from 'joi';
import { OwnAccountBody } from './own-account.ts';

export interface ConsoleSessionBody {
  access: string;
  expiresIn: number;
  operator: OwnAccountBody;
}

export const ConsoleSessionBody = Joi.object<ConsoleSessionBody, true>({
  access: Joi.string().required().description('Send it as `Authorization: Bearer …`, and keep it in memory only.'),
  expiresIn: Joi.number().integer().positive().required().description('Seconds for which the access token is valid.'),
  operator: OwnAccountBody.required(),
})
  .id('ConsoleSession')
  .description('The session of an operator in a browser. Its refresh token is in a cookie, which scripts cannot read.');

/** Has no fields: the token is in the cookie. */
export const ConsoleRefresh = Joi.object<object, true>({}).id('ConsoleRefresh').description('An empty object: the token is in the cookie.');
