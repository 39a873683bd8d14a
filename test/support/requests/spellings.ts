/** Signs that people paste along with phones and codes, and do not see. */
export const INVISIBLE_SIGNS = [
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe00', '\ufe0e', '\ufe0f', '\u034f', '\u180e'],
];

const inDigits = (zero: number) => (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
export const inArabic = inDigits(0x06_60);
export const inPersian = inDigits(0x06_f0);
export const inFullWidth = inDigits(0xff_10);
const inDevanagari = inDigits(0x09_66);

/** The first half in one script, the rest in another. */
const mixed = (text: string): string => inArabic(text.slice(0, 2)) + inFullWidth(text.slice(2, 4)) + text.slice(4);
const grouped = (separator: string) => (text: string) => text.slice(0, 3) + separator + text.slice(3);
const between = (sign: string) => (text: string) => sign + [...text].join(sign) + sign;

/** Each spelling of a code of digits means the code. */
export const CODE_SPELLINGS: readonly (readonly [name: string, spell: (code: string) => string])[] = [
  ['ASCII digits', (code) => code],
  ['Arabic-Indic digits', inArabic],
  ['Persian digits', inPersian],
  ['full-width digits', inFullWidth],
  ['Devanagari digits', inDevanagari],
  ['mixed digits', mixed],
  ['a blank between groups', grouped(' ')],
  ['a dash and a blank at the end', (code) => `${grouped('-')(code)} `],
  ['a typographic dash', grouped('\u2011')],
  ['no-break spaces around', (code) => `\u00a0${code}\u00a0`],
  ['a line break at the end', (code) => `${code}\r\n`],
  ['isolated Arabic-Indic digits', (code) => `\u2068${inArabic(code)}\u2069`],
  ...INVISIBLE_SIGNS.map((sign) => [`U+${sign.charCodeAt(0).toString(16)} between all digits`, between(sign)] as const),
];

/** Each spelling of a phone in E.164 means the phone. */
export const PHONE_SPELLINGS: readonly (readonly [name: string, spell: (phone: string) => string])[] = [
  ['Arabic-Indic digits', inArabic],
  ['full-width digits', inFullWidth],
  ['an embedding around, as contacts copy it', (phone) => `\u202a${phone}\u202c`],
  ['an isolate around groups', (phone) => `\u2066${phone.slice(0, 4)} ${phone.slice(4, 6)} ${phone.slice(6)}\u2069`],
  ['00 after a mark', (phone) => `\u200e${phone.replace('+', '00')}`],
  ...INVISIBLE_SIGNS.map((sign) => [`U+${sign.charCodeAt(0).toString(16)} between all signs`, between(sign)] as const),
];
