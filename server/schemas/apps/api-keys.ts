import Joi from 'joi';
import type { Scope } from '../../platform/auth/scopes.ts';
import { instant, integer, pathId, queryInteger, singleLineText } from '../../platform/http/input/fields.ts';
import { idField, instantField, nullableInstant } from '../../platform/http/input/replies.ts';
import { scopeList } from '../../platform/http/input/scopes.ts';
import type { NewApiKey } from '../../services/apps/api-keys.ts';
import { slugField } from './apps.ts';

export interface ApiKeyParams {
  id: number;
}

export const ApiKeyParams = Joi.object<ApiKeyParams, true>({ id: pathId().description('The id of the key.') });

export interface ApiKeysQuery {
  projectId?: number;
}

export const ApiKeysQuery = Joi.object<ApiKeysQuery, true>({
  projectId: queryInteger(1, 2_147_483_647).description('Only the keys of this project.'),
});

const MEANING =
  '`read` allows GET and `write` the other methods on apps, projects and keys. Beside them `feedback` opens moderation, `users` the users, ' +
  '`operators` the management of operators. `audit` opens the audit log.';

export const ApiKeyCreate = Joi.object<NewApiKey, true>({
  name: singleLineText({ max: 100 }).required().description('What the key is for, so that you recognise it later.'),
  scopes: scopeList().min(1).required().description(MEANING),
  apps: Joi.array()
    .items(slugField)
    .unique()
    .min(1)
    .max(100)
    .allow(null)
    .description('The slugs of the apps that the key may use; null for all apps of its project.'),
  expiresAt: instant().allow(null).description('When the key stops working; null for never.'),
  projectId: integer(1, 2_147_483_647)
    .allow(null)
    .description('The project that the key is for; null for all. Only an owner or a key of all projects may choose it.'),
})
  .id('ApiKeyCreate')
  .description('A new API key.');

export interface ApiKeyBody {
  id: number;
  name: string;
  prefix: string;
  scopes: Scope[];
  projectId: number | null;
  apps: string[] | null;
  parentId: number | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

export interface IssuedApiKeyBody extends ApiKeyBody {
  key: string;
}

const fields = {
  id: idField.description('The id of the key.'),
  name: Joi.string().required().description('What the key is for.'),
  prefix: Joi.string().required().description('The first characters of the key, by which you recognise it.'),
  scopes: scopeList().required().description(MEANING),
  projectId: idField.allow(null).description('The project that the key is for; null for all.'),
  parentId: idField.allow(null).description('The key that issued it; null when an operator or the server did.'),
  apps: Joi.array()
    .items(Joi.string())
    .allow(null)
    .required()
    .description('The slugs of the apps that the key may use; null for all apps of its project.'),
  expiresAt: nullableInstant.description('When the key stops working; null for never.'),
  lastUsedAt: nullableInstant.description('When the key was last used, to within a few minutes; null when it never was.'),
  createdAt: instantField.description('When the key was issued.'),
};

export const ApiKeyBody = Joi.object<ApiKeyBody, true>(fields).id('ApiKey').description('An API key, without the key itself.');
/** The only body that shows a key. */
export const IssuedApiKeyBody = Joi.object<IssuedApiKeyBody, true>({
  ...fields,
  key: Joi.string().required().description('The key itself. No other answer shows it.'),
})
  .id('IssuedApiKey')
  .description('A new API key, with the key itself.');
export const ApiKeyList = Joi.array().items(ApiKeyBody).required().description('The keys.');
