import Joi, { type StringSchema } from 'joi';
import { projectId } from './fields.ts';

/** Far longer than any token: the service verifies the token (401 `token_not_valid`). */
const MAX_LENGTH = 4_096;

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
