import Joi, { type StringSchema } from 'joi';
import { integer, pattern, singleLineText } from '../../platform/http/input/fields.ts';
import { countField, textField } from '../../platform/http/input/replies.ts';
import { UserBody } from './users.ts';

/** Fields and bodies that several endpoints of phone auth share. */

/** The largest id that fits the column. */
export const MAX_PROJECT_ID = 2_147_483_647;

export const projectId = () => integer(1, MAX_PROJECT_ID).description('Else X-Project-ID, else the default project.');

/** Any spelling of any length: the service parses the number (400 `invalid_phone`). */
export const phone = (): StringSchema =>
  Joi.string().description('A phone number with its country code, in any common spelling, such as +966 50 123 4567.').required();

/** ASCII digits in a string; no blanks, no number. */
export const otp = (): StringSchema => pattern(/^[0-9]{4,10}$/, '4 to 10 digits').required();

export const personName = (): StringSchema => singleLineText({ max: 100 }).allow(null);

export interface CodeRequest {
  phone: string;
  projectId?: number;
}

/** The body of every endpoint that sends a code. */
export const CodeRequest = Joi.object<CodeRequest, true>({ phone: phone(), projectId: projectId() });

export interface CodeSentBody {
  message: string;
  cooldownSeconds: number;
}

export const CodeSentBody = Joi.object<CodeSentBody, true>({ message: textField, cooldownSeconds: countField }).id('CodeSent');

export interface MessageBody {
  message: string;
}

export const MessageBody = Joi.object<MessageBody, true>({ message: textField }).id('Message');

export interface TokensBody {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
}

export const TokensBody = Joi.object<TokensBody>({
  accessToken: Joi.string().required(),
  refreshToken: Joi.string().required(),
  tokenType: Joi.valid('Bearer').required(),
  expiresIn: countField,
}).id('Tokens');

export interface SignedInBody {
  user: UserBody;
  tokens: TokensBody;
}

export const SignedInBody = Joi.object<SignedInBody, true>({ user: UserBody.required(), tokens: TokensBody.required() }).id('SignedIn');
