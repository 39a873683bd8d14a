import Joi, { type StringSchema } from 'joi';
import { boolean, pattern } from '../../platform/http/input/fields.ts';
import { flagField, instantField } from '../../platform/http/input/replies.ts';
import type * as signOuts from '../../services/auth/sessions/sign-out.ts';
import { projectId } from './fields.ts';

/** Far longer than any token: the service verifies the token (401 `token_not_valid`). */
const MAX_LENGTH = 4_096;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const refreshToken = (): StringSchema => Joi.string().max(MAX_LENGTH).required();

export interface SessionRefresh {
  refresh_token: string;
  projectId?: number;
}

export const SessionRefresh = Joi.object<SessionRefresh, true>({
  refresh_token: refreshToken().description('The refresh token of the last answer.'),
  projectId: projectId().description('The project of the session, as X-Project-ID; may be left out.'),
})
  .id('SessionRefresh')
  .description('The refresh token of a user.');

export const SignOut = Joi.object<signOuts.SignOut, true>({
  all: boolean().description('Whether to end all sessions of the user; needs an access token.'),
  refresh_token: refreshToken().optional().description('A refresh token of the session, in place of an access token.'),
})
  .id('SignOut')
  .description('What to sign out of; without fields the session of the access token.');

export interface SessionParams {
  id: string;
}

export const SessionParams = Joi.object<SessionParams, true>({
  id: pattern(UUID, 'a UUID in lower case').required().description('The id of the session.'),
});

export interface SessionBody {
  id: string;
  device: string | null;
  createdAt: string;
  lastUsedAt: string;
  address: string | null;
  current: boolean;
}

export const sessionFields = {
  id: Joi.string().guid().required().description('The id of the session.'),
  device: Joi.string()
    .allow(null)
    .required()
    .description('The name of `X-Device-Name`, else the family of the user agent; null when unknown.'),
  createdAt: instantField.description('When the user signed in.'),
  lastUsedAt: instantField.description('When the tokens were last refreshed.'),
  address: Joi.string().allow(null).required().description('The network that used it last, such as `203.0.113.0/24`; null when unknown.'),
};

export const SessionBody = Joi.object<SessionBody, true>({
  ...sessionFields,
  current: flagField.description('Whether it is the session of this request.'),
})
  .id('Session')
  .description('A sign-in of a user or an operator on one device.');

export interface SessionListBody {
  data: SessionBody[];
}

export const SessionListBody = Joi.object<SessionListBody, true>({
  data: Joi.array().items(SessionBody).required().description('The live sessions, the last used one first.'),
})
  .id('SessionList')
  .description('Where the user or operator is signed in.');
