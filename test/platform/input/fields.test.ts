import assert from 'node:assert/strict';
import fc from 'fast-check';
import Joi, { type Schema } from 'joi';
import {
  boolean,
  email,
  instant,
  integer,
  keyText,
  multilineText,
  oneOf,
  optionalMultilineText,
  pathId,
  pattern,
  queryInteger,
  searchText,
  singleLineText,
  webUrl,
} from '../../../server/platform/http/input/fields.ts';
import { jsonObject } from '../../../server/platform/http/input/json-data.ts';
import { newPassword } from '../../../server/platform/http/input/password-field.ts';
import { checkValue } from '../../../server/platform/http/input/validate.ts';
import { ProfilePatch } from '../../../server/schemas/auth/profile.ts';
import { OperatorCreate } from '../../../server/schemas/platform-admin/operators.ts';
import { costOf } from '../../support/cost.ts';

/** The value that a field parses; an Error with all faults when it refuses. */
function read(schema: Schema, value: unknown): unknown {
  const checked = checkValue<{ it: unknown }>(Joi.object({ it: schema }), { it: value }, 'body');
  return 'faults' in checked ? new Error(checked.faults.map(({ field, message }) => `${field}: ${message}`).join('; ')) : checked.value.it;
}

function accepts(schema: Schema, ...pairs: readonly (readonly [given: unknown, kept: unknown])[]): void {
  for (const [given, kept] of pairs) assert.deepEqual(read(schema, given), kept, JSON.stringify(given));
}

function refuses(schema: Schema, ...values: readonly unknown[]): void {
  for (const value of values) {
    const kept = read(schema, value);
    assert.ok(kept instanceof Error, `${JSON.stringify(value)?.slice(0, 60)} was parsed to ${JSON.stringify(kept)?.slice(0, 60)}`);
    assert.match(kept.message, /^it/);
  }
}

const NO_STRINGS = [5, true, null, [], ['a'], {}, { length: 1 }];
const pile = (marks: number): string => `a${'\u0315\u0300'.repeat(marks / 2)}`;

describe('a line of text', () => {
  const name = singleLineText({ max: 5 });

  it('is normalised to NFC and trimmed', () => {
    accepts(
      name,
      ['ab', 'ab'],
      ['  ab\u00a0', 'ab'],
      ['e\u0301', '\u00e9'],
      ['\u212b', '\u00c5'],
      ['\ufeffab', 'ab'],
      ['a  b', 'a  b'],
      ['a\r\n', 'a'],
      ['سلام', 'سلام'],
    );
  });

  it('is counted in code points after normalisation', () => {
    accepts(name, ['😀😀😀😀😀', '😀😀😀😀😀'], [`   ${'e\u0301'.repeat(5)}   `, '\u00e9'.repeat(5)]);
    refuses(name, '😀😀😀😀😀😀', 'abcdef', 'e\u0301'.repeat(6));
    refuses(singleLineText({ min: 3, max: 9 }), 'ab', '😀😀', ' ab ');
    accepts(singleLineText({ min: 3, max: 9 }), ['😀😀😀', '😀😀😀'], ['a b', 'a b']);
  });

  it('must not be empty or blank', () => refuses(name, '', ' ', '\u2003\u00a0', '\n'));

  it('refuses control characters and lone surrogates', () => {
    refuses(name, 'a\nb', 'a\tb', 'a\u0000', 'a\u001bb', 'a\u007f', 'a\u0085b', 'a\u009bb', 'a\rb');
    refuses(name, '\ud800', 'a\udc00b', '\udc00\ud800');
  });

  it('accepts direction marks and closed isolates', () => {
    const title = singleLineText({ max: 20 });
    for (const mark of '\u200e\u200f\u061c') accepts(title, [`a${mark}b`, `a${mark}b`], [`${mark}متجر`, `${mark}متجر`]);
    for (const isolate of '\u2066\u2067\u2068') accepts(title, [`a ${isolate}b\u2069`, `a ${isolate}b\u2069`]);
    accepts(title, ['\u2068a \u2067b\u2069\u2069', '\u2068a \u2067b\u2069\u2069']);
  });

  it('refuses direction overrides, embeddings and open isolates', () => {
    for (const character of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') refuses(name, `a${character}b`);
    refuses(name, 'a\u202eb\u202c', '\u2069a\u2068', '\u2068a\u2067b\u2069', '\u2068a\u2069\u2069');
  });

  it('accepts isolates exactly when they are balanced', () => {
    const title = singleLineText({ max: 200 });
    const nested = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('a', 'ب', '\u200f'),
        fc.tuple(tie('text'), tie('text')).map(([left, right]) => left + right),
        fc.tuple(fc.constantFrom('\u2066', '\u2067', '\u2068'), tie('text')).map(([open, inner]) => `${open}${inner}\u2069`),
      ),
    })).text;
    const isShort = (text: string): boolean => text.length < 150;
    fc.assert(fc.property(nested.filter(isShort), (text) => accepts(title, [`x${text}`, `x${text}`])));
    const extra = fc.constantFrom('\u2066', '\u2067', '\u2068', '\u2069', '\u202a', '\u202e');
    const cut = fc.tuple(nested.filter(isShort), extra, fc.nat(150));
    fc.assert(fc.property(cut, ([text, added, at]) => refuses(title, `x${text.slice(0, at)}${added}${text.slice(at)}`)));
  });

  it('counts a text of direction marks alone as empty', () => {
    refuses(name, '\u200e', '\u200f\u061c', '\u200e \u200e', '\u2068\u2069');
    refuses(singleLineText({ min: 3, max: 9 }), '\u200eab\u200e');
  });

  it('counts a text of invisible signs alone as empty', () => {
    const signs = ['\u200b', '\u200c\u200d', '\u2060', '\u00ad', '\u034f', '\u180e', '\u3164', '\uffa0', '\ufe0f', '\u2800', '\u{e0101}'];
    for (const sign of signs) for (const text of [sign, ` ${sign} \u200b`, `\u200f${sign}`]) refuses(name, text);
    for (const sign of signs) refuses(multilineText({ max: 9 }), sign, `${sign}\n${sign}`);
    refuses(keyText({ max: 9 }), '\u200b', '\u200d\u200d');
    refuses(singleLineText({ min: 3, max: 9 }), 'a\u200bb');
    accepts(name, ['\u200ba', '\u200ba'], ['می\u200cخ', 'می\u200cخ'], ['❤\ufe0f', '❤\ufe0f'], ['👩\u200d👧', '👩\u200d👧']);
  });

  it('must be a string and nothing similar', () => refuses(name, ...NO_STRINGS));
});

describe('a line of text that is compared', () => {
  it('refuses every direction mark, balanced or not', () => {
    const key = keyText({ max: 9 });
    accepts(key, [' a.b ', 'a.b']);
    for (const mark of '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') refuses(key, `a${mark}b`, mark);
    refuses(key, '\u2068a\u2069');
  });
});

describe('the words of a search', () => {
  it('lose invisible signs before they are checked', () => {
    const words = searchText({ max: 5 });
    accepts(words, ['\u202a+9665\u202c', '+9665'], ['\u2066ab', 'ab'], [' a\u200cb\u00ad ', 'ab'], ['\u202e12345', '12345']);
    refuses(words, '\u200f', '\u202a\u202c ', '', 'a\u0000', '123456', ...NO_STRINGS);
  });
});

describe('an optional text', () => {
  it('is null when a person would see nothing', () => {
    const text = optionalMultilineText({ max: 9 });
    for (const blank of ['', ' ', '\n\t\n', '\u200f', '\u200b \ufeff', '\u3164', '\u2800', null]) accepts(text, [blank, null]);
    accepts(text, ['\u200f.', '\u200f.'], [' a\r\nb ', 'a\nb']);
    refuses(text, 'a\u0000', '1234567890', ...NO_STRINGS.filter((value) => value !== null));
  });
});

describe('a text of several lines', () => {
  const text = multilineText({ max: 5_000 });

  it('keeps newline and tab and converts CRLF', () => {
    accepts(
      text,
      ['a\r\nb', 'a\nb'],
      ['a\n\tb\n', 'a\n\tb'],
      ['\r\n\r\n a', 'a'],
      ['<script>alert(1)</script>', '<script>alert(1)</script>'],
      ['a\u202eb', 'a\u202eb'],
    );
  });

  it('refuses other control characters and lone surrogates', () =>
    refuses(text, 'a\u0000b', 'a\rb', 'a\u001b[2J', 'a\u0085', '\ud83d', 'a\u000bb'));

  it('must be a string and nothing similar', () => refuses(text, ...NO_STRINGS));

  it('refuses piles of marks, which normalise in quadratic time', () => {
    accepts(text, [pile(30), pile(30).normalize('NFC')]);
    refuses(text, pile(40), pile(120_000), `ok ${'\u0300'.repeat(1_000)} ok`);
    refuses(singleLineText({ max: 300_000 }), pile(120_000));
    refuses(newPassword(), `Aa1${pile(120_000)}`);
    for (const marks of [100_000, 120_000]) {
      const cost = costOf(() => refuses(text, pile(marks)), 1);
      assert.ok(cost < 250, `${cost} ms`);
    }
  });
});

describe('an e-mail address', () => {
  it('is trimmed, composed and converted to lower case', () => {
    accepts(email(), [' Noura.ALI@Example.COM ', 'noura.ali@example.com'], ['cafe\u0301@example.com', 'caf\u00e9@example.com']);
  });

  it('must be one address of at most 254 characters', () => {
    const longest = `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.${'v'.repeat(6)}.com`;
    accepts(email(), [longest, longest], [` ${longest} `, longest]);
    refuses(email(), `x${longest}`, '', ' ', 'nobody', 'a@b@example.com', 'a b@example.com', 'a@example', ...NO_STRINGS);
    refuses(email(), `a\u0000@example.com`, `a\u202e@example.com`, `a\u200e@example.com`, `a@example.com, b@example.com`);
  });

  it('is checked for piles of marks before normalisation', () => {
    refuses(email(), `${pile(40)}@example.com`);
    for (const schema of [ProfilePatch, OperatorCreate]) {
      const email = `${pile(120_000)}@example.com`;
      const cost = costOf(() => {
        const checked = checkValue<unknown>(schema as Joi.ObjectSchema<unknown>, { email }, 'body');
        assert.ok('faults' in checked && checked.faults.some(({ field }) => field === 'email'));
      }, 1);
      assert.ok(cost < 250, `${cost} ms`);
    }
  });
});

describe('numbers', () => {
  it('must be plain digits in a path or query', () => {
    accepts(pathId(), ['1', 1], ['9007199254740991', Number.MAX_SAFE_INTEGER]);
    const forms = [
      '1abc',
      '1e0',
      '0x1',
      '1.0',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1\u0000',
      '01',
      '00',
      '9007199254740992',
      '9007199254740993',
      '99999999999999999999',
      'NaN',
      'Infinity',
      '1e400',
      '1e21',
      '١',
      '１',
      '1 OR 1=1',
      '1,000',
      '1_000',
      '',
      'abc',
      '[]',
      '--1',
      '1n',
    ];
    refuses(pathId(), '0', ...forms, ['1'], ['1', '2'], {}, null, true);
    refuses(queryInteger(0, 100), '101', ...forms, ['1', '2']);
    accepts(queryInteger(0, 100), ['0', 0], ['100', 100]);
  });

  it('must be whole and within bounds in a body', () => {
    accepts(integer(1, 5), [1, 1], [5, 5]);
    refuses(integer(1, 5), '5', 5.5, 0, 6, -1, Number.POSITIVE_INFINITY, Number.NaN, true, [5], {}, null, '', 2 ** 53);
    refuses(integer(0, 5), '0', '');
  });
});

describe('exact words', () => {
  it('are compared exactly as they are written', () => {
    const kind = oneOf('approved', 'pending');
    accepts(kind, ['approved', 'approved']);
    refuses(
      kind,
      'Approved',
      'approved ',
      ' approved',
      'pending,approved',
      'approved\n',
      'ａpproved',
      '',
      null,
      ['approved'],
      0,
      {},
      'toString',
      '__proto__',
    );
    const key = pattern(/^[a-z][a-z0-9_]{0,9}$/, 'a key');
    accepts(key, ['a_1', 'a_1']);
    refuses(key, 'A', 'a ', 'a\n', 'аpp', 'a\u200b', '__proto__', '', 1, null, ['a']);
  });

  it('a boolean must be true or false', () => {
    accepts(boolean(), [true, true], [false, false]);
    refuses(boolean(), 'true', 'false', 0, 1, 'yes', '', null, [], {});
  });
});

describe('an instant', () => {
  it('has a date, a time and an offset', () => {
    const at = (text: string): readonly [string, Date] => [text, new Date(text)];
    accepts(
      instant(),
      at('2026-01-31T20:00:00Z'),
      at('2026-01-31T20:00Z'),
      at('2026-01-31T20:00:00.123Z'),
      at('2026-01-31T23:00:00+03:00'),
      at('2024-02-29T00:00:00-11:30'),
      at('1970-01-01T00:00:00Z'),
      at('9999-12-31T23:59:59.999Z'),
    );
  });

  it('must be a date that exists', () => {
    const bad = [
      '2026-02-30T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-10T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-01-01T25:00:00Z',
      '2026-01-01T00:61:00Z',
      '2026-01-01T00:00:00+99:99',
      '1969-12-31T23:59:59Z',
      '1970-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '0000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '1000000-01-01T00:00:00Z',
    ];
    refuses(instant(), ...bad);
  });

  it('must be written out in full', () => {
    refuses(
      instant(),
      '2026-01-31',
      '2026-01-31T20:00:00',
      '2026-01-31 20:00:00Z',
      'Jan 31 2026',
      '1769889600000',
      '1e3',
      'now',
      '',
      ' 2026-01-31T20:00:00Z',
      '2026-01-31T20:00:00Z ',
      '2026-01-31T20:00:00z',
      '٢٠٢٦-01-31T20:00:00Z',
      '2026-1-31T20:00:00Z',
      1769889600000,
      null,
      [],
      {},
      true,
    );
  });
});

describe('a web address', () => {
  it('must be absolute with http or https', () => {
    const good = [
      'https://example.com/a.png?b=c#d',
      'http://example.com',
      'HTTPS://EXAMPLE.COM/x',
      'https://example.com:8443/x',
      'https://xn--mgbh0fb.xn--kgbechtv/',
      'https://مثال.إختبار/ص',
      'http://[::1]/x',
      'https://example.com/a@b',
    ];
    accepts(webUrl(), ...good.map((url) => [url, url] as const));
    const bad = [
      '',
      ' ',
      '/x',
      '//host/x',
      'example.com',
      'ftp://h/x',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http:evil.com',
      'http:/evil.com',
      'https://',
      'http://?',
      'https:///x',
      'https:\\\\evil.com',
      'https://evil.com\\@good.com',
      'mailto:a@b.c',
      'blob:https://x/y',
      'vbscript:x',
    ];
    refuses(webUrl(), ...bad, ...NO_STRINGS);
  });

  it('must not contain credentials or hidden characters', () => {
    refuses(
      webUrl(),
      'https://u:p@h/x',
      'https://u@h/x',
      'https://@h/x',
      'https://:@h/x',
      'https://h/\nx',
      'https://h/\u0000',
      'https://h/a b',
      'https://h/\u202egnp.exe',
      'https://h/\ud800',
      ' https://h/x',
      'https://h/x ',
      'https://h /x',
    );
  });

  it('must not be longer than browsers accept', () => {
    accepts(webUrl(), [`https://h/${'x'.repeat(2_038)}`, `https://h/${'x'.repeat(2_038)}`]);
    refuses(webUrl(), `https://h/${'x'.repeat(2_039)}`);
    refuses(webUrl(20), `https://h/${'x'.repeat(20)}`);
  });
});

describe('a JSON object', () => {
  it('is kept unchanged with any keys', () => {
    const data = { 'a::int) or 1=1 -- ': 1, "a')) OR 1=1": [null, { $ne: 1 }], constructor: { prototype: { x: 1 } }, toString: 1, '': '' };
    accepts(jsonObject(1_000), [data, data], [{}, {}]);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  it('must be a small object, not another type', () => {
    accepts(jsonObject(13), [{ a: '12345' }, { a: '12345' }]);
    refuses(jsonObject(13), { a: '123456' }, { a: 'éééé' });
    refuses(jsonObject(100), [], 'x', null, 5, '{}');
  });
});
