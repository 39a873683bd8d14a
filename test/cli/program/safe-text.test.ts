import assert from 'node:assert/strict';
import { isolateDirection, multiLine, oneLine } from '../../../cli/output/safe-text.ts';

describe('text that people wrote, on a terminal', () => {
  it('shows escapes, overrides and invisible characters as codes', () => {
    assert.equal(oneLine('a\u001b[2J\u202eb\u200bc\u2067d\nend'), 'a\\u{1b}[2J\\u{202e}b\\u{200b}c\\u{2067}d⏎end');
    assert.equal(multiLine('one\n\ttwo\u0007'), 'one\n\ttwo\\u{7}');
  });

  it('leaves direction marks as Arabic keyboards insert them', () => {
    assert.equal(oneLine('\u200fطازج\u061c \u200e3'), '\u200fطازج\u061c \u200e3');
  });

  it('isolates texts with right-to-left letters or marks', () => {
    assert.equal(isolateDirection('طازج'), '\u2068طازج\u2069');
    assert.equal(isolateDirection('12\u200f'), '\u206812\u200f\u2069');
    assert.equal(isolateDirection('plain'), 'plain');
  });
});
