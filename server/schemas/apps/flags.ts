import Joi from 'joi';
import { jsonObject, paragraphs, patch, word, yesNo } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableObject, nullableText } from '../../platform/http/input/replies.ts';
import { slugField } from './apps.ts';

export interface FlagParams {
  slug: string;
  flagKey: string;
}

export interface FlagCreate {
  flagKey: string;
  isEnabled: boolean;
  description?: string | null;
  config?: Record<string, unknown> | null;
}

export interface FlagPatch {
  isEnabled?: boolean;
  description?: string | null;
  config?: Record<string, unknown> | null;
}

export interface FlagBody {
  id: number;
  flagKey: string;
  isEnabled: boolean;
  description: string | null;
  config: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
}

export type FlagMap = Record<string, { enabled: boolean; config: Record<string, unknown> | null }>;

/** Keys become keys of a client's object: those that mean something to one are refused. */
const flagKey = word(
  /^(?!(?:__proto__|prototype|constructor)$)[A-Za-z_][A-Za-z0-9_.-]{0,99}$/,
  'a letter or _ and up to 99 letters, digits, _, . or -; __proto__, prototype and constructor are reserved',
);

const optional = {
  description: paragraphs({ min: 0, max: 2_000 }).allow(null),
  config: jsonObject(20_000).allow(null),
};

export const FlagParams = Joi.object<FlagParams>({ slug: slugField.required(), flagKey: flagKey.required() });
export const FlagCreate = Joi.object<FlagCreate>({ flagKey: flagKey.required(), isEnabled: yesNo().default(false), ...optional });
export const FlagPatch = patch<FlagPatch>({ isEnabled: yesNo(), ...optional });

export const FlagBody = Joi.object<FlagBody>({
  id: idField,
  flagKey: Joi.string().required(),
  isEnabled: flagField,
  description: nullableText,
  config: nullableObject,
  createdAt: instantField,
  updatedAt: instantField,
}).id('FeatureFlag');
export const FlagList = Joi.array().items(FlagBody).required();

export const FlagMap = Joi.object<FlagMap>()
  .pattern(Joi.string(), Joi.object({ enabled: flagField, config: nullableObject }))
  .required()
  .id('FeatureFlags');
