import Joi from 'joi';
import {
  type Condition,
  FLAG_KINDS,
  type FlagKind,
  OPERATORS,
  type Scalar,
  type Targeting,
  VALUE_TYPES,
  type ValueType,
} from '../../domain/flags/targeting.ts';
import { type DecidingStep, STEPS } from '../../domain/flags/trace.ts';
import { boolean, instant, oneOf, optionalMultilineText, patch, queryBoolean } from '../../platform/http/input/fields.ts';
import { jsonObject } from '../../platform/http/input/json-data.ts';
import { flagField, idField, instantField, nullableInstant, nullableObject, nullableText } from '../../platform/http/input/replies.ts';
import type { Copied, CopyInput } from '../../services/apps/flags/copy-flags.ts';
import type { FlagPatch as FlagPatchInput, NewFlag } from '../../services/apps/flags/flags.ts';
import { slugField } from './apps.ts';
import { type AttributeMap, type EvaluationReason, evaluationContext } from './ofrep.ts';
import { flagKey, scalarReply, targeting, targetingReply } from './targeting.ts';

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
  valueType: ValueType;
  targeting: Targeting | null;
  kind: FlagKind;
  createdAt: string;
  updatedAt: string;
}

export type FlagMap = Record<string, { enabled: boolean; config: Record<string, unknown> | null }>;

const optional = {
  description: optionalMultilineText({ max: 2_000 }).description('What the flag is for.'),
  config: jsonObject(20_000).allow(null).description('Any data for the app, at most 20,000 bytes of JSON.'),
  valueType: oneOf(...VALUE_TYPES).description('The type of its value; the type of every variant.'),
  targeting: targeting.allow(null).description('Who gets which value, and when; null for everybody the same.'),
  kind: oneOf(...FLAG_KINDS).description('What it is for, which decides how long it is expected to live.'),
};

const keyList = Joi.array().items(Joi.string()).required();

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

const flagFields = {
  id: idField.description('The id of the flag.'),
  flagKey: Joi.string().required().description('The key by which the app reads the flag.'),
  isEnabled: flagField.description('Whether the flag is on.'),
  description: nullableText.description('What the flag is for.'),
  config: nullableObject.description('Any data for the app.'),
  valueType: oneOf(...VALUE_TYPES)
    .required()
    .description('The type of its value.'),
  targeting: targetingReply.allow(null).required().description('Who gets which value, and when; null for everybody the same.'),
  kind: oneOf(...FLAG_KINDS)
    .required()
    .description('What it is for.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
};
export const FlagBody = Joi.object<FlagBody, true>(flagFields)
  .id('FeatureFlag')
  .description('A feature flag with all that its owners see.');
export const FlagList = Joi.array().items(FlagBody).required().description('The flags.');

export interface FlagQuery {
  stale: boolean;
}

export interface AgedFlagBody extends FlagBody {
  staleSince: string | null;
  reason: string | null;
}

export const FlagQuery = Joi.object<FlagQuery, true>({
  stale: queryBoolean().default(false).description('Only the flags that are stale.'),
});
const AgedFlagBody = Joi.object<AgedFlagBody, true>({
  ...flagFields,
  staleSince: nullableInstant.description('Since when it is stale: past its lifetime, unchanged for long, and the same for everybody.'),
  reason: nullableText.description('Why it is stale, in a sentence.'),
})
  .id('AgedFeatureFlag')
  .description('A feature flag, and since when it could be removed.');
export const AgedFlagList = Joi.array().items(AgedFlagBody).required().description('The flags.');

export const FlagCopyBody = Joi.object<CopyInput, true>({
  from: slugField.required().description('The short name of the app to copy from.'),
  keys: Joi.array().items(flagKey).min(1).max(500).description('The keys of the flags; all when not given.'),
  overwrite: boolean().description('Whether flags and segments that exist here are replaced; they stay by default.'),
})
  .id('FlagCopy')
  .description('A copy of flags from another app.');
export const CopiedBody = Joi.object<Copied, true>({
  copied: keyList.description('The flags that were created or replaced.'),
  skipped: keyList.description('The flags that stayed: they exist, or are the same already.'),
  segments: keyList.description('The segments that were created or replaced for them.'),
})
  .id('CopiedFlags')
  .description('The keys of what a copy changed.');

export interface ExplainInput {
  context: AttributeMap;
  at?: Date;
}

export interface ExplainedBody {
  flags: {
    key: string;
    enabled: boolean;
    variant: string | null;
    reason: Exclude<EvaluationReason, 'DISABLED'>;
    step: DecidingStep;
    ruleId: string | null;
    bucket: number | null;
    conditions: (Required<Pick<Condition, 'attribute' | 'operator' | 'values' | 'not'>> & { actual: Scalar | null; matched: boolean })[];
  }[];
}

type ExplainedFlagBody = ExplainedBody['flags'][number];

export const ExplainBody = Joi.object<ExplainInput, true>({
  context: evaluationContext,
  at: instant().description('The time for which the flags are evaluated; now when not given.'),
})
  .id('FlagQuestion')
  .description('A request whose flags are to be explained.');

const JudgedCondition = Joi.object<ExplainedFlagBody['conditions'][number], true>({
  attribute: Joi.string().required().description('The attribute that it compares.'),
  operator: oneOf(...OPERATORS)
    .required()
    .description('How the attribute is compared.'),
  values: Joi.array().items(scalarReply).required().description('The values; one that fits is enough.'),
  not: flagField.description('Whether the result is turned around.'),
  actual: scalarReply.allow(null).required().description('What the request has; null without the attribute.'),
  matched: flagField.description('Whether the condition is true, after `not`.'),
})
  .id('JudgedCondition')
  .description('A condition, and whether the request fulfils it.');

const ExplainedFlag = Joi.object<ExplainedFlagBody, true>({
  key: Joi.string().required().description('The key of the flag.'),
  enabled: flagField.description('Whether it is on for the request.'),
  variant: nullableText.description('The key of the variant that is served; null without one.'),
  reason: oneOf('STATIC', 'TARGETING_MATCH', 'SPLIT').required().description('The reason that phones get.'),
  step: oneOf(...STEPS)
    .required()
    .description('The step that decided; `percentage` also when a percentage left the request out and no later rule fits.'),
  ruleId: nullableText.description('The rule that decided; null when no rule did.'),
  bucket: Joi.number()
    .integer()
    .min(1)
    .max(100)
    .allow(null)
    .required()
    .description('The percent that the request falls into for that rule.'),
  conditions: Joi.array()
    .items(JudgedCondition)
    .required()
    .description('The conditions of the rule that decided, else of the last one tried, with those of its segments.'),
})
  .id('ExplainedFlag')
  .description('The answer of a flag for one request, and what decided it.');

export const ExplainedFlags = Joi.object<ExplainedBody, true>({
  flags: Joi.array().items(ExplainedFlag).required().description('All flags of the app, by key.'),
})
  .id('ExplainedFlags')
  .description('What a phone with these attributes gets, and why.');

export const FlagMap = Joi.object<FlagMap>()
  .pattern(
    Joi.string(),
    Joi.object({ enabled: flagField.description('Whether the flag is on.'), config: nullableObject.description('Any data for the app.') }),
  )
  .required()
  .id('FeatureFlags')
  .description('The feature flags of an app by key.');
