import Joi, { type StringSchema } from 'joi';
import { oneTimeCode } from '../../platform/http/input/code-fields.ts';
import { integer, oneOf, singleLineText } from '../../platform/http/input/fields.ts';
import { countField, textField } from '../../platform/http/input/replies.ts';
import type { ChannelKind } from '../../platform/messaging/delivery.ts';
import { UserBody } from './users.ts';

/** Fields and bodies that several endpoints of phone auth share. */

/** The largest id that fits the column. */
export const MAX_PROJECT_ID = 2_147_483_647;

export const projectId = () => integer(1, MAX_PROJECT_ID).description('Else X-Project-ID, else the default project.');

/** Any spelling of any length: the service parses the number (400 `invalid_phone`). */
export const phone = (): StringSchema =>
  Joi.string().description('A phone number with its country code, in any common spelling, such as +966 50 123 4567.').required();

export const otp = (): StringSchema => oneTimeCode(4, 10).required().description('The code that the phone received.');

export const personName = (): StringSchema => singleLineText({ max: 100 }).allow(null);

export interface CodeRequest {
  phone: string;
  projectId?: number;
}

/** The body of every endpoint that sends a code. */
export const CodeRequest = Joi.object<CodeRequest, true>({
  phone: phone(),
  projectId: projectId().description('The project that it belongs to.'),
})
  .id('CodeRequest')
  .description('Names the phone that a code is sent to.');

export interface CodeSentBody {
  message: string;
  cooldownSeconds: number;
  channel: ChannelKind;
  fallbackSeconds: number | null;
}

export const CodeSentBody = Joi.object<CodeSentBody, true>({
  message: textField.description('For people; the wording may change.'),
  cooldownSeconds: countField.description('Seconds until another code may be requested for this phone.'),
  channel: oneOf<ChannelKind>('whatsapp', 'sms', 'other')
    .required()
    .description('Where to look for the code: the way that is tried first for this number, whoever has it.'),
  fallbackSeconds: countField
    .allow(null)
    .description('Seconds after which a code that was not delivered is sent another way; null where it is not.'),
})
  .id('CodeSent')
  .description('The code is on its way.');

export interface MessageBody {
  message: string;
}

export const MessageBody = Joi.object<MessageBody, true>({ message: textField.description('For people; the wording may change.') })
  .id('Message')
  .description('A sentence about what was done.');

export interface TokensBody {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
}

export const TokensBody = Joi.object<TokensBody>({
  accessToken: Joi.string().required().description('Send it as `Authorization: Bearer …`.'),
  refreshToken: Joi.string().required().description('Exchange it for new tokens when the access token has expired. It is valid once.'),
  tokenType: Joi.valid('Bearer').required().description('Always `Bearer`.'),
  expiresIn: countField.description('Seconds until the access token expires.'),
})
  .id('Tokens')
  .description('The tokens of a session.');

export interface SignedInBody {
  user: UserBody;
  tokens: TokensBody;
}

export const SignedInBody = Joi.object<SignedInBody, true>({ user: UserBody.required(), tokens: TokensBody.required() })
  .id('SignedIn')
  .description('The user and the tokens of a new session.');

/** The refusals of every endpoint that sends a code to a phone. */
export const CODE_REFUSALS = [
  '403 phone_not_allowed',
  '429 otp_cooldown',
  '429 otp_locked',
  '429 otp_budget',
  '429 otp_cap',
] as const satisfies readonly `${number} ${string}`[];
