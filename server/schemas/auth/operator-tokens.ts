import Joi from 'joi';
import { line } from '../../platform/http/input/fields.ts';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import { refreshToken } from './sessions.ts';

export interface OperatorLogin {
  username: string;
  password: string;
}

export const OperatorLogin = Joi.object<OperatorLogin>({ username: line({ max: 150 }).required(), password: typedPassword().required() });

export interface OperatorRefresh {
  refresh: string;
}

export const OperatorRefresh = Joi.object<OperatorRefresh>({ refresh: refreshToken() });

export interface OperatorTokensBody {
  access: string;
  refresh: string;
}

export const OperatorTokensBody = Joi.object<OperatorTokensBody>({
  access: Joi.string().required(),
  refresh: Joi.string().required(),
}).id('OperatorTokens');
