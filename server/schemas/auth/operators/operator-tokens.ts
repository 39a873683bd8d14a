import Joi from 'joi';
import { secondFactorCode } from '../../../platform/http/input/code-fields.ts';
import { keyText } from '../../../platform/http/input/fields.ts';
import { typedPassword } from '../../../platform/http/input/password-field.ts';
import type * as service from '../../../services/auth/operators/operator-tokens.ts';
import { refreshToken } from '../sessions.ts';

export const OperatorLogin = Joi.object<service.OperatorLogin, true>({
  username: keyText({ max: 150 }).required().description('The username of the operator; capitals do not matter.'),
  password: typedPassword().required().description('The password of the operator.'),
  otp: secondFactorCode().description('The code of the authenticator app, or a recovery code, for an operator with a second factor.'),
})
  .id('OperatorLogin')
  .description('The credentials of an operator.');

export interface OperatorRefresh {
  refresh: string;
}

export const OperatorRefresh = Joi.object<OperatorRefresh, true>({
  refresh: refreshToken().description('The refresh token of the last answer.'),
})
  .id('OperatorRefresh')
  .description('The refresh token of an operator.');

export interface OperatorTokensBody {
  access: string;
  refresh: string;
}

export const OperatorTokensBody = Joi.object<OperatorTokensBody, true>({
  access: Joi.string().required().description('Send it as `Authorization: Bearer …`.'),
  refresh: Joi.string().required().description('Exchange it for new tokens when the access token has expired. It is valid once.'),
})
  .id('OperatorTokens')
  .description('The tokens of an operator.');
