import Joi from 'joi';
import { instant, oneOf, pathId, singleLineText } from '../../platform/http/input/fields.ts';
import { idField, instantField, nullableInstant } from '../../platform/http/input/replies.ts';
import type { NewApiKey } from '../../services/apps/api-keys.ts';
import { slugField } from './apps.ts';

export interface ApiKeyParams {
  id: number;
}

export const ApiKeyParams = Joi.object<ApiKeyParams, true>({ id: pathId() });

type Scope = NewApiKey['scopes'][number];

const scopes = () => Joi.array().items(oneOf<Scope>('read', 'write')).unique();

export const ApiKeyCreate = Joi.object<NewApiKey, true>({
  name: singleLineText({ max: 100 }).required(),
  scopes: scopes().min(1).required(),
  apps: Joi.array().items(slugField).unique().min(1).max(100).allow(null),
  expiresAt: instant().allow(null),
});

export interface ApiKeyBody {
  id: number;
  name: string;
  prefix: string;
  scopes: Scope[];
  apps: string[] | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

export interface IssuedApiKeyBody extends ApiKeyBody {
  key: string;
}

const fields = {
  id: idField,
  name: Joi.string().required(),
  prefix: Joi.string().required(),
  scopes: scopes().required(),
  apps: Joi.array().items(Joi.string()).allow(null).required(),
  expiresAt: nullableInstant,
  lastUsedAt: nullableInstant,
  createdAt: instantField,
};

export const ApiKeyBody = Joi.object<ApiKeyBody, true>(fields).id('ApiKey');
/** The only body that shows a key. */
export const IssuedApiKeyBody = Joi.object<IssuedApiKeyBody, true>({ ...fields, key: Joi.string().required() }).id('IssuedApiKey');
export const ApiKeyList = Joi.array().items(ApiKeyBody).required();
