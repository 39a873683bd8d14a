import assert from 'node:assert/strict';
import Joi from 'joi';
import { integer, patch, pathId, queryInteger, singleLineText } from '../../../server/platform/http/input/fields.ts';
import { ignoredFields } from '../../../server/platform/http/input/ignored-fields.ts';
import { jsonObject } from '../../../server/platform/http/input/json-data.ts';
import { checkValue, parseInput } from '../../../server/platform/http/input/validate.ts';
import { costOf } from '../../support/cost.ts';

describe('the ignored fields of a body', () => {
  const schema = Joi.object({
    name: singleLineText({ max: 5 }),
    parts: Joi.array().items(Joi.object({ size: integer(0, 9) })),
    data: jsonObject(100),
    any: Joi.any(),
  });

  it('are named with their path, data excepted', () => {
    assert.deepEqual(ignoredFields(schema, { name: 'a', data: { x: 1 }, any: { y: 1 } }), []);
    const body = { nmae: 'a', name: 'b', parts: [{ size: 1 }, { size: 1, colour: 'red' }], Name: null };
    assert.deepEqual(ignoredFields(schema, body), ['nmae', 'parts[1].colour', 'Name']);
    for (const other of [null, 'text', 5, ['name'], undefined]) assert.deepEqual(ignoredFields(schema, other), []);
  });

  it('are safe in a header whatever their name', () => {
    assert.deepEqual(ignoredFields(schema, { 'a\r\nSet-Cookie: b': 1, اسم: 1, '\ud800': 1, 'a, b': 1 }), [
      'a%0D%0ASet-Cookie%3A%20b',
      '%D8%A7%D8%B3%D9%85',
      '%EF%BF%BD',
      'a%2C%20b',
    ]);
  });

  it('are at most 20 short names of many', () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`${index}`.padEnd(90, 'x'), 1]));
    const cost = costOf(() => assert.equal(ignoredFields(schema, many).length, 21), 1);
    assert.ok(cost < 100, `${cost} ms`);
    assert.ok(ignoredFields(schema, many).join(', ').length < 1_500);
    assert.equal(ignoredFields(schema, many).at(-1), '...');
  });
});

describe('input', () => {
  it('drops unknown fields and lists all faults at once', () => {
    const schemas = {
      params: Joi.object({ id: pathId() }),
      query: Joi.object({ page: queryInteger(1, 9) }),
      body: Joi.object({
        parts: Joi.array().items(Joi.object({ size: integer(0, 9).required() })),
        name: singleLineText({ max: 3 }).required(),
      }),
    };
    const good = parseInput(schemas, {
      params: { id: '7', extra: 1 },
      query: { page: '2', x: ['1', '2'] },
      body: { name: 'abc', parts: [{ size: 1, more: 2 }], role: 'admin' },
    });
    assert.deepEqual(good, { params: { id: 7 }, query: { page: 2 }, body: { name: 'abc', parts: [{ size: 1 }] } });
    assert.throws(
      () => parseInput(schemas, { params: { id: 'x' }, query: { page: ['1', '2'] }, body: { parts: [{ size: 1 }, { size: '1' }, {}] } }),
      (error: { extras: { errors: { field: string }[] } }) => {
        assert.deepEqual(
          error.extras.errors.map(({ field }) => field),
          ['id', 'page', 'parts[1].size', 'parts[2].size', 'name'],
        );
        return true;
      },
    );
  });

  it('counts as empty when only unknown fields remain', () => {
    const rename = Joi.object({}).concat(patch({ name: singleLineText({ max: 5 }) }));
    for (const body of [{}, { role: 'admin', status: 'x', id: 1 }])
      assert.throws(() => parseInput({ body: rename }, { params: {}, query: {}, body }), /at least one field/);
    assert.deepEqual(parseInput({ body: rename }, { params: {}, query: {}, body: { name: 'a', role: 'admin' } }).body, { name: 'a' });
  });

  it('names the dropped fields when an update has no other', () => {
    const rename = patch({ name: singleLineText({ max: 5 }) });
    assert.throws(() => parseInput({ body: rename }, { params: {}, query: {}, body: { role: 'admin', nmae: 'a' } }), {
      message: 'The request is not valid: at least one field to change must be given; this request cannot change role, nmae.',
    });
  });

  it('is refused for its size before its details', () => {
    const tags = Joi.object({
      tags: Joi.array()
        .items(singleLineText({ max: 10 }))
        .max(10),
      parts: Joi.array()
        .items(Joi.object({ sizes: Joi.array().items(integer(0, 9)).max(3) }))
        .max(2),
      free: jsonObject(300_000),
    });
    const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
    const bodies = [
      { tags: new Array(128_000).fill(1) },
      { tags: new Array(85_000).fill('a') },
      many(30_000),
      { parts: [{ sizes: new Array(85_000).fill('a') }] },
      { parts: [many(30_000)] },
    ];
    const cost = costOf(() => {
      for (const body of bodies) {
        const checked = checkValue(tags, body, 'body');
        assert.ok('faults' in checked && checked.faults.length < 5, JSON.stringify(Object.keys(body)).slice(0, 60));
      }
    }, 1);
    assert.ok(cost < 500, `${cost} ms`);
    assert.deepEqual('value' in checkValue(tags, { free: many(4_000) }, 'body'), true, 'free JSON data has no limit on its fields');
    const eleven = checkValue(tags, { tags: new Array(11).fill('a') }, 'body');
    assert.deepEqual('faults' in eleven && eleven.faults, [{ field: 'tags', message: 'tags must have at most 10 entries' }]);
  });
});

describe('the messages of faults', () => {
  const schema = Joi.object({
    count: Joi.number().integer().max(5),
    name: Joi.string().max(3),
    id: Joi.string().guid(),
    tags: Joi.array().max(1).unique(),
    config: Joi.object(),
    a: Joi.any(),
    b: Joi.any(),
  }).xor('a', 'b');

  for (const [value, message] of [
    [{ a: 1, count: 1e300 }, 'count must be a number from -9007199254740991 to 9007199254740991'],
    [{ a: 1, count: 6 }, 'count must be at most 5'],
    [{ a: 1, count: 1.5 }, 'count must be a whole number'],
    [{ a: 1, name: '' }, 'name must not be empty'],
    [{ a: 1, name: 'abcd' }, 'name must have at most 3 characters'],
    [{ a: 1, id: 'x' }, 'id must be a UUID'],
    [{ a: 1, tags: ['x', 'x'] }, 'tags must have at most 1 entries'],
    [{ a: 1, config: 5 }, 'config must be an object'],
    [{}, 'body must have one of the fields [a, b]'],
    [{ a: 1, b: 2 }, 'body must have only one of the fields [a, b]'],
  ] as const)
    it(`say in plain words: ${message}`, () => {
      const checked = checkValue(schema, value, 'body');
      assert.equal('faults' in checked && checked.faults[0]?.message, message);
    });
});
