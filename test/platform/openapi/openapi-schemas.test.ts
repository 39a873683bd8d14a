import assert from 'node:assert/strict';
import Joi, { type Schema } from 'joi';
import { boolean, instant, multilineText, oneOf, patch, pattern, singleLineText } from '../../../server/platform/http/input/fields.ts';
import { jsonObject } from '../../../server/platform/http/input/json-data.ts';
import type { JsonSchema } from '../../../server/platform/openapi/fixups.ts';
import { type Direction, type SchemaComponents, toJsonSchema } from '../../../server/platform/openapi/json-schema.ts';

function emptyComponents(): SchemaComponents {
  return { schemas: new Map(), linked: new Set() };
}

function convert(schema: Schema, direction: Direction = 'output', components = emptyComponents()): JsonSchema {
  return toJsonSchema(schema, direction, components);
}

describe('JSON Schema of a Joi schema', () => {
  it('keeps null among the values of an enum', () => {
    assert.deepEqual(convert(oneOf('a', 'b').allow(null)), { type: ['string', 'null'], enum: ['a', 'b', null] });
    assert.deepEqual(convert(Joi.valid('a', 1, null)), { type: ['string', 'number', 'null'], enum: ['a', 1, null] });
  });

  it('describes an optional empty text in one schema', () => {
    assert.deepEqual(convert(multilineText({ min: 0, max: 9 })), { type: 'string', minLength: 0, maxLength: 9 });
    assert.deepEqual(convert(singleLineText({ min: 0, max: 9 }).allow(null)), { type: ['string', 'null'], minLength: 0, maxLength: 9 });
  });

  it('drops patterns that JSON Schema would read more strictly', () => {
    assert.deepEqual(convert(pattern(/^[a-z]+$/, 'letters')), { type: 'string', minLength: 1, pattern: '^[a-z]+$' });
    assert.deepEqual(convert(pattern(/^[a-z]+$/i, 'letters')), { type: 'string', minLength: 1 });
    assert.deepEqual(convert(Joi.string().pattern(/admin/, { invert: true })), { type: 'string', minLength: 1 });
  });

  it('opens request objects and closes reply objects', () => {
    const schema = Joi.object({
      list: Joi.array().items(Joi.object({ a: boolean() })),
      map: Joi.object().pattern(Joi.any(), Joi.object({ b: boolean() })),
    });
    assert.equal(JSON.stringify(convert(schema, 'input')).includes('"additionalProperties":false'), false);
    assert.equal(JSON.stringify(convert(schema)).match(/"additionalProperties":false/g)?.length, 3);
    assert.deepEqual(convert(jsonObject(10)), { type: 'object' });
  });

  it('requires one field in a partial update', () => {
    assert.equal(convert(patch({ a: boolean() }), 'input')['minProperties'], 1);
  });

  it('requires fields with a default in replies only', () => {
    const schema = Joi.object({ a: boolean().default(true) });
    assert.equal(convert(schema, 'input')['required'], undefined);
    assert.deepEqual(convert(schema)['required'], ['a']);
  });

  it('follows a presence set for the whole schema', () => {
    const schema = Joi.object({ a: boolean(), b: boolean().optional(), c: Joi.object({ d: boolean() }) }).prefs({ presence: 'required' });
    assert.deepEqual(convert(schema)['required'], ['a', 'c']);
    const properties = convert(schema)['properties'] as Record<string, JsonSchema>;
    assert.deepEqual(properties['c']?.['required'], ['d']);
  });

  it('adds examples and the keywords of metas', () => {
    const schema = Joi.object({
      at: instant()
        .meta({ json: { format: 'date-time' } })
        .example('2026-01-31T20:00:00Z'),
    });
    const properties = convert(schema)['properties'] as Record<string, JsonSchema>;
    assert.deepEqual(properties['at'], {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      examples: ['2026-01-31T20:00:00Z'],
      format: 'date-time',
    });
  });

  it('makes components of named schemas at every depth', () => {
    const components = emptyComponents();
    const Item = Joi.object({ id: Joi.number() }).id('Item');
    const State = oneOf('on', 'off').id('State');
    const ref = { $ref: '#/components/schemas/Item' };
    const nullable = { anyOf: [ref, { type: 'null' }] };
    const schema = Joi.object({
      nullable: Item.allow(null),
      map: Joi.object().pattern(Joi.string(), Item),
      either: Joi.alternatives(Item, Joi.string()).allow(null),
      state: State.allow(null),
    });
    assert.deepEqual(convert(schema, 'output', components)['properties'], {
      nullable,
      map: { type: 'object', additionalProperties: ref },
      either: { anyOf: [{ type: 'null' }, ref, { type: 'string', minLength: 1 }] },
      state: { anyOf: [{ $ref: '#/components/schemas/State' }, { type: 'null' }] },
    });
    assert.deepEqual(convert(State, 'output', components), { $ref: '#/components/schemas/State' });
    assert.deepEqual(components.schemas.get('Item'), {
      type: 'object',
      properties: { id: { type: 'number' } },
      additionalProperties: false,
    });
    assert.deepEqual(components.schemas.get('State'), { type: 'string', enum: ['on', 'off'] });
  });

  it('refuses a link that names no id', () => {
    assert.throws(() => convert(Joi.object({ a: Joi.object({ b: Joi.link('...') }) })), /must name an id/);
  });
});
