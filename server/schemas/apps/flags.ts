import Joi from 'joi';
import { boolean, jsonObject, multilineText, patch, pattern } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableObject, nullableText } from '../../platform/http/input/replies.ts';
import type { FlagPatch as FlagPatchInput, NewFlag } from '../../services/apps/flags.ts';
import { slugField } from './apps.ts';

export interface FlagParams {
  slug: string;
  flagKey: string;
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

/** Flag keys become property names of a client's object: names with a special meaning there are refused. */
const flagKey = pattern(
  /^(?!(?:__proto__|prototype|constructor)$)[A-Za-z_][A-Za-z0-9_.-]{0,99}$/,
  'a letter or _ and up to 99 letters, digits, _, . or -; __proto__, prototype and constructor are reserved',
);

const optional = {
  description: multilineText({ min: 0, max: 2_000 }).allow(null),
  config: jsonObject(20_000).allow(null),
};

export const FlagParams = Joi.object<FlagParams, true>({ slug: slugField.required(), flagKey: flagKey.required() });
export const FlagCreate = Joi.object<NewFlag, true>({ flagKey: flagKey.required(), isEnabled: boolean().default(false), ...optional });
export const FlagPatch = patch<FlagPatchInput>({ isEnabled: boolean(), ...optional } satisfies Joi.StrictSchemaMap<FlagPatchInput>);

export const FlagBody = Joi.object<FlagBody, true>({
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
