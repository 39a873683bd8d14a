import Joi from 'joi';
import { valueFault } from '../../domain/flags/faults.ts';
import {
  type Condition,
  OPERATORS,
  type Requirement,
  type Rule,
  type Scalar,
  type Split,
  type Step,
  type Targeting,
  type Variant,
} from '../../domain/flags/targeting.ts';
import { boolean, instant, integer, keyText, oneOf, pattern, singleLineText } from '../../platform/http/input/fields.ts';
import { jsonValue, wellFormed, withinBytes } from '../../platform/http/input/json-data.ts';

const MAX_BYTES = 60_000;
const MAX_VALUE_BYTES = 20_000;

/** Keys of flags become property names of a client's object: names with a special meaning there are refused. */
export const flagKey = pattern(
  /^(?!(?:__proto__|prototype|constructor)$)[A-Za-z_][A-Za-z0-9_.-]{0,99}$/,
  'a letter or _ and up to 99 letters, digits, _, . or -; __proto__, prototype and constructor are reserved',
);
/** The name of a variant, a rule or a segment. */
export const nameKey = pattern(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/, '1 to 100 letters, digits, _, . or -');

const attribute = keyText({ max: 64 });
const weight = integer(0, 1_000_000).required();
const scalar = Joi.alternatives(wellFormed(Joi.string().allow('').max(200)), Joi.number().strict(), Joi.boolean().strict());
/** Only requests are checked for it: earlier releases stored dates without an offset. */
const readable = scalar
  .custom((value: Scalar, helpers) => {
    const must = valueFault(helpers.state.ancestors[1] ?? {}, value);
    return must === null ? value : helpers.error('value.unreadable', { must });
  })
  .messages({ 'value.unreadable': '{{#label}} {{#must}}' });

/** Requests may have unknown fields, replies may not, so that both have schemas of their own. */
type Direction = 'request' | 'reply';

function named(name: string, direction: Direction): string {
  return direction === 'request' ? `${name}Input` : name;
}

function conditionsOf(direction: Direction): Joi.ArraySchema<Condition[]> {
  return Joi.array()
    .max(20)
    .items(
      Joi.object<Condition, true>({
        attribute: attribute.required().description('The attribute of the request, such as `platform`, `appVersion` or any of your own.'),
        operator: oneOf(...OPERATORS)
          .required()
          .description('How the attribute is compared.'),
        values: Joi.array()
          .items(direction === 'request' ? readable : scalar)
          .max(1_000)
          .required()
          .description('The values; one that fits is enough.'),
        not: boolean().description('Whether the result is turned around; an absent attribute then fits.'),
        ignoreCase: boolean().description('Whether upper and lower case are the same.'),
      })
        .id(named('FlagCondition', direction))
        .description('A comparison of one attribute.'),
    );
}

const split = Joi.object<Split, true>({
  variant: nameKey.required().description('The key of the variant.'),
  weight: weight.description('Its share of the sum of all weights.'),
});
const serve = Joi.alternatives(
  nameKey,
  Joi.object({ split: Joi.array().items(split).min(1).max(20).required().description('The variants to draw from.') }),
).description('The key of a variant, or a draw among some; a draw among all variants when not given.');

function ruleOf(direction: Direction): Joi.ObjectSchema<Rule> {
  return Joi.object<Rule, true>({
    id: nameKey.required().description('Its name among the rules of the flag, which steps refer to.'),
    name: singleLineText({ max: 200 }).description('What it is for.'),
    when: conditionsOf(direction).description('The conditions; all must be true.'),
    segments: Joi.array().items(nameKey).max(20).description('The keys of segments; all must be true.'),
    percentage: integer(0, 100).description('How many of those who fit, in whole percents; all when not given.'),
    stickiness: attribute.description('The attribute that decides who is included; `targetingKey` when not given.'),
    salt: keyText({ max: 100 }).description('Rules with the same salt include the same people; the key of the flag when not given.'),
    serve,
  })
    .id(named('FlagRule', direction))
    .description('The people that a rule fits, and what they get.');
}

const variant = Joi.object<Variant>({
  key: nameKey.required().description('Its name among the variants of the flag.'),
  value: jsonValue(MAX_VALUE_BYTES).required().description('The value, of the type of the flag.'),
  weight: weight.description('Its share where it is drawn among all variants.'),
});

const requirement = Joi.object<Requirement, true>({
  flag: flagKey.required().description('The key of another flag, which has no requirements itself.'),
  on: boolean().description('Whether it must be on (default) or off.'),
  variants: Joi.array().items(nameKey).max(20).description('The variants that it may serve; any when not given.'),
});

const step = Joi.object<Step, true>({
  at: time().required().description('From when on.'),
  rule: nameKey.required().description('The id of a rule.'),
  percentage: integer(0, 100).required().description('The percentage of the rule from then on.'),
});

function targetingOf(direction: Direction): Joi.ObjectSchema<Targeting> {
  const parts = Joi.object<Targeting, true>({
    variants: Joi.array().items(variant).max(20).description('The values that the flag can have.'),
    rules: Joi.array().items(ruleOf(direction)).max(50).required().description('The rules; the first that fits wins.'),
    otherwise: Joi.alternatives(oneOf('off'), Joi.object({ serve })).description('What is served when no rule fits; off when not given.'),
    requires: Joi.array().items(requirement).max(10).description('Other flags that must have a state, else this one is off.'),
    startAt: time().allow(null).description('The flag is off before.'),
    stopAt: time().allow(null).description('The flag is off from then on.'),
    steps: Joi.array().items(step).max(50).description('Changes of percentages at given times.'),
  });
  return withinBytes(parts, MAX_BYTES)
    .id(named('FlagTargeting', direction))
    .description('The people who get a value of the flag, and when.');
}

/** A value of a condition or an attribute in replies. */
export const scalarReply = scalar;
export const conditions = conditionsOf('request');
export const conditionsReply = conditionsOf('reply');
export const targeting = targetingOf('request');
export const targetingReply = targetingOf('reply');

/** An instant that is stored in JSON, so as a text in UTC. */
export function time(): Joi.StringSchema {
  const schema: Joi.Schema = instant().custom((at: unknown) => (at instanceof Date ? at.toISOString() : at));
  return schema as Joi.StringSchema;
}
