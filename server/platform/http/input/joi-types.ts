import Joi, { type BooleanSchema, type NumberSchema, type Schema, type StringSchema } from 'joi';
import { hasMarkPile, isVisible, withoutInvisibleSigns } from '../../unicode.ts';
import { TEXT_MESSAGES, type TextShape, textFault } from './text-faults.ts';

/**
 * The Joi types that the field kinds are built from. Conversion is enabled only to normalise texts: numbers and booleans of a body are
 * strict, numbers of a path or query are plain decimals.
 */

/** The part of a schema that a rule's method calls. */
interface RuleHost {
  $_addRule(rule: { name: string; args: object }): Schema;
}

interface FlagHost {
  $_setFlag(name: string, value: unknown): Schema;
}

/** Joi 18 reads this hook; its type declarations do not have it yet. */
interface JsonSchemaHook<T> {
  jsonSchema?(source: T, result: Record<string, unknown>): Record<string, unknown>;
}

interface ShapeArguments {
  readonly shape: TextShape;
}

const capRule: Joi.ExtensionRule = {
  method(this: FlagHost, limit: number): Schema {
    return this.$_setFlag('cap', limit);
  },
};

const decimalType: Joi.Extension & JsonSchemaHook<unknown> = {
  type: 'decimal',
  base: Joi.number().integer(),
  messages: { 'decimal.base': '{{#label}} must be a whole number in plain digits' },
  // in `prepare`, because the number's own `coerce` runs first and would already have accepted 1e3 and ` 1`
  prepare(value: unknown, helpers) {
    if (typeof value !== 'string') return { value };
    const cap: unknown = helpers.schema.$_getFlag('cap');
    const hasCap = typeof cap === 'number';
    const digits = hasCap ? /^(?:0|[1-9]\d*)$/ : /^(?:0|[1-9]\d{0,15})$/;
    if (!digits.test(value)) return { value, errors: [helpers.error('decimal.base')] };
    return { value: hasCap ? Math.min(Number(value), cap) : Number(value) };
  },
  rules: { cap: capRule },
  jsonSchema: (_schema, result) => ({ ...result, type: 'integer' }),
};

const choiceType: Joi.Extension & JsonSchemaHook<unknown> = {
  type: 'choice',
  base: Joi.boolean(),
  messages: { 'choice.base': '{{#label}} must be exactly true or false' },
  // in `prepare`, because the boolean's own `coerce` accepts TRUE and ` true`
  prepare: (value: unknown, helpers) =>
    value === 'true' || value === 'false' ? { value: value === 'true' } : { value, errors: [helpers.error('choice.base')] },
  jsonSchema: (_schema, result) => ({ ...result, type: 'boolean' }),
};

const shapeRule: Joi.ExtensionRule & JsonSchemaHook<{ args: ShapeArguments }> = {
  method(this: RuleHost, shape: TextShape): Schema {
    return this.$_addRule({ name: 'shape', args: { shape } });
  },
  args: ['shape'],
  validate(value: string, helpers: Joi.CustomHelpers, { shape }: ShapeArguments) {
    const fault = textFault(value, shape);
    return fault === null ? value : helpers.error(fault, { limit: fault === 'text.min' ? shape.min : shape.max });
  },
  jsonSchema: ({ args: { shape } }, result) => ({ ...result, minLength: shape.min ?? 1, maxLength: shape.max }),
};

/** The changes of a text before its rules are checked. */
export interface TextReading {
  /** `null`: a text without a visible sign is null. */
  readonly blank?: 'null';
  /** `dropped`: the text has no invisible signs, wherever they were. */
  readonly invisible?: 'dropped';
}

const readingRule: Joi.ExtensionRule = {
  method(this: FlagHost, reading: TextReading): Schema {
    return this.$_setFlag('reading', reading);
  },
};

const textType: Joi.Extension & JsonSchemaHook<unknown> = {
  type: 'text',
  base: Joi.string(),
  messages: TEXT_MESSAGES,
  coerce: {
    from: 'string',
    method: (value: string, helpers) => {
      if (hasMarkPile(value)) return { value, errors: [helpers.error('text.pile')] };
      const { blank, invisible }: TextReading = helpers.schema.$_getFlag('reading') ?? {};
      const plain = invisible === 'dropped' ? withoutInvisibleSigns(value) : value;
      const text = plain.replaceAll('\r\n', '\n').normalize('NFC').trim();
      return { value: blank === 'null' && !isVisible(text) ? null : text };
    },
  },
  jsonSchema: (_schema, result) => ({ ...result, type: 'string' }),
  rules: { shape: shapeRule, reading: readingRule },
};

/** Longest e-mail address that RFC 5321 allows, and what the columns hold. */
const MAX_EMAIL_LENGTH = 254;

const emailType: Joi.Extension & JsonSchemaHook<unknown> = {
  type: 'email',
  base: Joi.string().max(MAX_EMAIL_LENGTH).email({ tlds: false }),
  messages: TEXT_MESSAGES,
  coerce: {
    from: 'string',
    // checked before normalisation, which Joi's own e-mail rule performs too
    method: (value: string, helpers) => {
      const typed = value.trim();
      const shape = { max: MAX_EMAIL_LENGTH, multiline: false, direction: 'none' } as const;
      const fault = hasMarkPile(typed) ? 'text.pile' : textFault(typed, shape);
      if (fault !== null) return { value, errors: [helpers.error(fault, { limit: MAX_EMAIL_LENGTH })] };
      return { value: typed.normalize('NFC').toLowerCase() };
    },
  },
  jsonSchema: (_schema, result) => ({ ...result, type: 'string' }),
};

interface TextSchema extends StringSchema {
  shape(shape: TextShape): TextSchema;
  reading(reading: TextReading): TextSchema;
}

interface ExtendedJoi extends Joi.Root {
  choice(): BooleanSchema;
  decimal(): NumberSchema & { cap(limit: number): NumberSchema };
  email(): StringSchema;
  text(): TextSchema;
}

export const extendedJoi: ExtendedJoi = Joi.extend(choiceType, decimalType, textType, emailType);
