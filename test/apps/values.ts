/** Valid and invalid values of this service's fields. A field has the same rules in every body. */

const STORE_MAX = 2048;
export const GOOD_SLUGS = ['ab', '42', 'shop-2', 'my_app-x', 'x'.repeat(64)];
const TWINS = ['Shop', 'SHOP', 'shóp', 'sho\u0440', 'ｓｈｏｐ', 'shop ', ' shop', 'shop\u200b', '\u202eshop', 'shop\0'];
export const BAD_SLUGS = [
  ...TWINS,
  '',
  'a',
  'x'.repeat(65),
  '-a',
  'a-',
  'a--b',
  'a_-b',
  'a b',
  'a.b',
  'a/b',
  '../etc',
  'a\n',
  '١٢',
  5,
  null,
  true,
  ['shop'],
  {},
];
export const BAD_NAMES = [
  `a${'\u0301'.repeat(10_000)}`,
  '',
  '   ',
  'x'.repeat(201),
  'a\nb',
  'a\0',
  'a\u001b[2J',
  'a\u202eb',
  'a\u2066b',
  'a\ud800',
  5,
  null,
  ['a'],
  {},
];
export const BAD_PLATFORMS = ['Android', 'android ', 'android,ios', 'web', '', 5, null, ['ios'], {}];
export const BAD_PACKAGES = ['', 'com..example', '.com', 'com.', 'com example', 'com/example', 'ком.пример', 'x'.repeat(256), 5, null];
export const BAD_URLS = [
  ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//host/x', '/x', 'x', 'ftp://h/x', 'https://', 'https:///x'],
  ...[
    'https://user:pw@h/x',
    'https://u@h',
    'http:evil.com',
    'https://a b',
    'https://a\\b',
    `https://h/${'x'.repeat(STORE_MAX)}`,
    5,
    null,
    ['https://h'],
  ],
];
export const BAD_VERSIONS = [
  '1.0',
  'v1.0.0',
  '01.2.3',
  '1.0.0.0',
  '1.0.0-',
  ' 1.0.0',
  '1.0.0\n',
  '',
  '1.0.0-'.padEnd(65, 'a'),
  `1.0.0-${'a.'.repeat(5_000)}a`,
  1,
  null,
];
export const BAD_CODES = ['5', 5.5, -1, 2 ** 53, 1e300, true, [5], {}, null];
export const BAD_FLAGS = ['false', 'true', 0, 1, null, [], {}];
export const TEXTS = [
  'متجر الأمثلة',
  '👩‍👩‍👧‍👦 family',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "Robert'); DROP TABLE apps;--",
  `é${'\u0301'.repeat(4)}`,
  '👍'.repeat(200),
];
/** Texts of several lines may contain direction marks and line breaks. */
export const BAD_TEXTS = ['a\0b', 'a\u001b[31m', 'a\u0008', 'a\ud800', 'x'.repeat(20_001), 5, true, ['a'], {}];
export const LONG_TEXTS = [
  'one\r\ntwo\n\tthree',
  '  \u202bالإصدار الثاني\u202c  ',
  '<img src=x onerror=alert(1)> [x](javascript:alert(1))',
  'cafe\u0301',
  '👍'.repeat(20_000),
];
export const BAD_INSTANTS = [
  ...['', 'soon', '2026-03-10', '2026-03-10T20:00:00', '2026-03-10 20:00:00Z', '20260310T200000Z', '10/03/2026', '1e3', '1773000000000'],
  ...['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:00+25:00'],
  ...['+1000000-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-12:00'],
  ...['2026-01-01T00:00:00Z ', '2026-01-01T00:00:00Z\n', '2026-W10-2T00:00:00Z', `2026-01-01T00:00:00.${'0'.repeat(40)}Z`],
  ...[1_773_000_000_000, 0, true, [], {}],
];
const RESERVED = ['__proto__', 'prototype', 'constructor'];
export const BAD_KEYS = [
  ...RESERVED,
  '',
  '1a',
  '-a',
  '.a',
  'a b',
  ' a',
  'a ',
  'a/b',
  'a\n',
  'a\0',
  'é',
  'flаg',
  'x'.repeat(101),
  5,
  null,
  ['a'],
  {},
];
export const GOOD_KEYS = ['a', 'A', '_', 'admin', 'Admin', 'a.b-c_D9', 'toString', 'hasOwnProperty', '__defineGetter__', 'x'.repeat(100)];
export const BAD_CONFIGS = [[], [1], 'text', '{}', 5, 0, true, false, { x: 'x'.repeat(20_000) }];
