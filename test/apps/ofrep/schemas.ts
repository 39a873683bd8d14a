import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The bodies of the OpenFeature Remote Evaluation Protocol 0.3.0, written from its text, closed where our answers must be. */
const metadata = { type: 'object', additionalProperties: { type: ['string', 'boolean', 'integer'] } };
const errorDetails = { type: 'string', minLength: 1 };
const key = { type: 'string', minLength: 1 };

const success = {
  type: 'object',
  required: ['key', 'reason'],
  additionalProperties: false,
  properties: {
    key,
    value: { type: ['boolean', 'string', 'number', 'object'] },
    reason: { enum: ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] },
    variant: { type: 'string', minLength: 1 },
    metadata,
  },
  // only a disabled flag leaves the value to the code
  anyOf: [{ required: ['value'] }, { properties: { reason: { const: 'DISABLED' } } }],
};
const flagFailure = {
  type: 'object',
  required: ['key', 'errorCode'],
  additionalProperties: false,
  properties: { key, errorCode: { enum: ['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL'] }, errorDetails, metadata },
};
const notFound = { ...flagFailure, properties: { key, errorCode: { const: 'FLAG_NOT_FOUND' }, errorDetails, metadata } };
const bulkFailure = {
  type: 'object',
  required: ['errorCode'],
  additionalProperties: false,
  properties: { errorCode: { enum: ['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL'] }, errorDetails },
};
const bulk = {
  type: 'object',
  required: ['flags'],
  // streams and metadata of the set break strict clients
  additionalProperties: false,
  properties: { flags: { type: 'array', items: { oneOf: [success, flagFailure] } } },
};

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
const validators = {
  single: { 200: ajv.compile(success), 400: ajv.compile(flagFailure), 404: ajv.compile(notFound) },
  bulk: { 200: ajv.compile(bulk), 400: ajv.compile(bulkFailure) },
} as const;

/** Checks a body against the schema of its status. */
export function checkBody(kind: 'single' | 'bulk', status: number, body: unknown): void {
  const validate = Object.entries(validators[kind]).find(([name]) => name === String(status))?.[1];
  assert.ok(validate, `the protocol has no body of a ${kind} ${status}`);
  assert.ok(validate(body), `${JSON.stringify(validate.errors)}: ${JSON.stringify(body)}`);
}
