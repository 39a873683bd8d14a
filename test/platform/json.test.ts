import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toJson } from '../../server/platform/json.ts';

describe('the JSON of an answer', () => {
  it('shows half a surrogate pair as U+FFFD', () => {
    const text = toJson({ a: 'Hi \ud83d', b: ['\ude00', { '\ud83d': '\ud83d\ude00' }] });
    assert.equal(text, '{"a":"Hi \ufffd","b":["\ufffd",{"\ufffd":"😀"}]}');
  });

  it('leaves a text alone that only looks like an escape', () => {
    for (const value of ['\\ud83d', '\\\\ud83d', '"\\ud83d"', '\\', 'ud83d']) assert.equal(toJson({ value }), JSON.stringify({ value }));
    assert.equal(toJson(['\\\ud83d']), '["\\\\\ufffd"]');
  });

  it('is well-formed and otherwise as JSON.stringify makes it', () => {
    const anyText = fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', '\\', 'u', 'd', '8', '3', '"', 'ع', '\n') });
    fc.assert(
      fc.property(anyText, (text) => {
        assert.equal(JSON.parse(toJson(text)), text.toWellFormed());
      }),
    );
  });
});
