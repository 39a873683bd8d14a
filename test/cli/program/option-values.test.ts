import assert from 'node:assert/strict';
import { omitUndefined } from '../../../cli/input/arguments.ts';
import { OptionValues } from '../../../cli/input/option-values.ts';
import { readSeconds } from '../../../cli/options.ts';

const COLORS = ['red', 'green'] as const;

describe('the options of a command', () => {
  const options = new OptionValues({ on: true, color: false, name: 'x', count: 3, paint: 'green', tags: ['red', 'red'] });

  it('are read with the type that was asked for', () => {
    assert.deepEqual([options.has('on'), options.has('off'), options.isNegated('color')], [true, false, true]);
    assert.deepEqual([options.text('name'), options.number('count')], ['x', 3]);
    assert.deepEqual([options.choice('paint', COLORS), options.choices('tags', COLORS)], ['green', ['red', 'red']]);
    assert.deepEqual(
      [options.texts('tags'), options.text('absent'), options.choices('absent', COLORS)],
      [['red', 'red'], undefined, undefined],
    );
  });

  it('combine two opposite flags into one value', () => {
    assert.deepEqual([options.either('on', 'off'), options.either('x', 'on'), options.either('x', 'y')], [true, false, undefined]);
  });

  it('throw when a command reads another type', () => {
    for (const read of [
      () => options.text('count'),
      () => options.number('name'),
      () => options.texts('name'),
      () => options.choice('name', COLORS),
      () => options.choices('tags', ['green']),
    ])
      assert.throws(read, TypeError);
  });

  it('take no seconds that are too many for a timer', () => {
    assert.deepEqual([readSeconds('1'), readSeconds('86400')], [1, 86_400]);
    for (const text of ['0', '86401', '2147484', '9999999999', '1.5', '']) assert.throws(() => readSeconds(text), /It must be/, text);
  });

  it('keep null and lose undefined in a request', () => {
    assert.deepEqual(omitUndefined({ a: undefined, b: null, c: '', d: 0 }), { b: null, c: '', d: 0 });
  });
});
