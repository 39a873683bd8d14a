import Joi from 'joi';
import { oneOf } from '../../platform/http/input/fields.ts';
import { slugField } from './apps.ts';

/** Bodies of the OpenFeature Remote Evaluation Protocol 0.3.0. Clients of the protocol read no other keys, and some refuse them. */

export type AttributeMap = Readonly<Record<string, unknown>>;

export interface EvaluationBody {
  context: AttributeMap;
}

export interface FlagKeyParams {
  slug: string;
  key: string;
}

export type EvaluationReason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED';

/** Without a value the client uses the default of its code. */
export interface EvaluatedValue {
  key: string;
  value?: unknown;
  reason: EvaluationReason;
  variant?: string;
}

export interface EvaluationFailure {
  key?: string;
  errorCode: 'FLAG_NOT_FOUND' | 'INVALID_CONTEXT' | 'PARSE_ERROR' | 'GENERAL';
  errorDetails: string;
}

export interface EvaluatedList {
  flags: (EvaluatedValue | EvaluationFailure)[];
  eventStreams?: EventStream[];
}

interface EventStream {
  type: 'sse';
  endpoint: { requestUri: string };
  inactivityDelaySec: number;
}

export interface ListQuery {
  stream?: string;
}

const MAX_ATTRIBUTES = 50;
/** Every rule may hash or compare the text. */
const MAX_TEXT = 1_024;

const slug = slugField.required();
const inHeader = slug.label('X-Diwan-App').description('The short name of the app.');
const inPath = slug.description('The short name of the app, which its addresses contain.');
/** Clients put any key into the address; unknown ones are 404. */
const key = Joi.string().required().description('The key of the flag.');

export const AppParams = Joi.object<{ slug: string }, true>({ slug: inPath });
export const FlagKeyParams = Joi.object<FlagKeyParams, true>({ slug: inPath, key });
export const HeaderAppParams = Joi.object<{ slug: string }, true>({ slug: inHeader });
export const HeaderFlagKeyParams = Joi.object<FlagKeyParams, true>({ slug: inHeader, key });

const context = Joi.object<AttributeMap>()
  .unknown(true)
  .strict()
  .max(MAX_ATTRIBUTES)
  .custom((attributes: AttributeMap, helpers) => {
    const { targetingKey = '' } = attributes;
    if (typeof targetingKey !== 'string') return helpers.error('context.targetingKey');
    const long = Object.entries(attributes).find(([, value]) => typeof value === 'string' && value.length > MAX_TEXT);
    return long === undefined ? attributes : helpers.error('context.text', { name: long[0].slice(0, 64) });
  })
  .messages({
    'object.max': `{{#label}} must have at most ${MAX_ATTRIBUTES} attributes`,
    'context.targetingKey': '{{#label}}.targetingKey must be a string',
    'context.text': `{{#label}}.{{#name}} must have at most ${MAX_TEXT} characters`,
  });

export const evaluationContext = context
  .required()
  .meta({
    json: {
      type: 'object',
      properties: { targetingKey: { type: 'string', maxLength: MAX_TEXT, description: 'Decides percentages and draws.' } },
      additionalProperties: true,
      maxProperties: MAX_ATTRIBUTES,
    },
  })
  .description(
    'The attributes of the request by name. `targetingKey` decides percentages. Values that are neither texts, numbers nor booleans are ignored.',
  );

export const EvaluationBody = Joi.object<EvaluationBody, true>({ context: evaluationContext })
  .id('FlagEvaluation')
  .description('A request of the OpenFeature Remote Evaluation Protocol.');

const value = Joi.any().meta({ json: { type: ['boolean', 'string', 'number', 'object'] } });

export const EvaluatedValue = Joi.object<EvaluatedValue>({
  key: Joi.string().required().description('The key of the flag.'),
  value: value.description('Its value; without one, use the default of the code.'),
  reason: oneOf('STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED').required().description('What decided the value.'),
  variant: Joi.string().description('The key of the variant; `on` or `off` for a boolean flag without variants.'),
})
  .id('EvaluatedFlag')
  .description('The value of a flag for one request.');

export const EvaluationFailure = Joi.object<EvaluationFailure, true>({
  key: Joi.string().description('The key of the flag, where the request is about one.'),
  errorCode: oneOf('FLAG_NOT_FOUND', 'INVALID_CONTEXT', 'PARSE_ERROR', 'GENERAL').required().description('Stable; for programs.'),
  errorDetails: Joi.string().required().description('The reason, for people.'),
})
  .id('FlagEvaluationFailure')
  .description('A flag or request that cannot be evaluated.');

/** Earlier releases ignored every query, so another value is no error. */
export const ListQuery = Joi.object<ListQuery>({
  stream: Joi.any()
    .meta({ json: { type: 'string' } })
    .description('`sse` adds the address of the stream of changes to the answer.'),
});

const EventStream = Joi.object<EventStream, true>({
  type: oneOf('sse').required().description('Server-sent events.'),
  endpoint: Joi.object<EventStream['endpoint'], true>({
    requestUri: Joi.string().required().description('The address on this host.'),
  })
    .required()
    .description('Where the stream is.'),
  inactivityDelaySec: Joi.number().required().description('How long a hidden page keeps the stream.'),
});

export const EvaluatedList = Joi.object<EvaluatedList, true>({
  flags: Joi.array().items(EvaluatedValue, EvaluationFailure).required().description('All flags of the app by key.'),
  eventStreams: Joi.array().items(EventStream).description('The stream of changes; only with `?stream=sse`, while the server has a place.'),
})
  .id('EvaluatedFlags')
  .description('The values of all flags of an app for one request.');
