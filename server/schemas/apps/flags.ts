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
  description: multilineText({ min: 0, max: 2_000 }).allow(null).description('What the flag is for.'),
  config: jsonObject(20_000).allow(null).description('Any data for the app, at most 20,000 bytes of JSON.'),
};

export const FlagParams = Joi.object<FlagParams, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  flagKey: flagKey.required().description('The key of the flag.'),
});
export const FlagCreate = Joi.object<NewFlag, true>({
  flagKey: flagKey.required().description('The key by which the app reads the flag.'),
  isEnabled: boolean().default(false).description('Whether the flag is on.'),
  ...optional,
})
  .id('FlagCreate')
  .description('A new feature flag.');
export const FlagPatch = patch<FlagPatchInput>({
  isEnabled: boolean().description('Whether the flag is on.'),
  ...optional,
} satisfies Joi.StrictSchemaMap<FlagPatchInput>)
  .id('FlagPatch')
  .description('The changes of a feature flag; absent fields stay.');

export const FlagBody = Joi.object<FlagBody, true>({
  id: idField.description('The id of the flag.'),
  flagKey: Joi.string().required().description('The key by which the app reads the flag.'),
  isEnabled: flagField.description('Whether the flag is on.'),
  description: nullableText.description('What the flag is for.'),
  config: nullableObject.description('Any data for the app.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('FeatureFlag')
  .description('A feature flag with all that its owners see.');
export const FlagList = Joi.array().items(FlagBody).required().description('The flags.');

export const FlagMap = Joi.object<FlagMap>()
  .pattern(
    Joi.string(),
    Joi.object({ enabled: flagField.description('Whether the flag is on.'), config: nullableObject.description('Any data for the app.') }),
  )
  .required()
  .id('FeatureFlags')
  .description('The feature flags of an app by key.');
