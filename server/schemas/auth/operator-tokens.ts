import Joi from 'joi';
import { keyText } from '../../platform/http/input/fields.ts';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import type * as service from '../../services/auth/operators/operator-tokens.ts';
import { refreshToken } from './sessions.ts';

export const OperatorLogin = Joi.object<service.OperatorLogin, true>({
  username: keyText({ max: 150 }).required(),
  password: typedPassword().required(),
});

export interface OperatorRefresh {
  refresh: string;
}

export const OperatorRefresh = Joi.object<OperatorRefresh, true>({ refresh: refreshToken() });

export interface OperatorTokensBody {
  access: string;
  refresh: string;
}

export const OperatorTokensBody = Joi.object<OperatorTokensBody, true>({
  access: Joi.string().required(),
  refresh: Joi.string().required(),
}).id('OperatorTokens');
