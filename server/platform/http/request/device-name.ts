import type { IncomingHttpHeaders } from 'node:http';
import { hasMarkPile } from '../../unicode.ts';
import { withoutDirectionMarks } from '../input/direction-marks.ts';

/** The longest name of a device, in code points. */
const MAX_NAME = 60;

/** Longer headers are cut first, so that no pattern reads more. */
const MAX_HEADER = 500;

/** Programs by a part of their user agent. The order matters: browsers also name those that they resemble. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bCFNetwork\//, 'iOS app'],
  [/\bokhttp\//i, 'Android app'],
  [/\bSafari\//, 'Safari'],
];

/** The device as it names itself in `X-Device-Name`, else the family of its user agent; null when it sends neither. */
export function deviceNameOf(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-device-name'];
  const named = typeof given === 'string' ? plainName(decoded(given.slice(0, MAX_HEADER))) : '';
  return named === '' ? familyOf(headers['user-agent']) : named;
}

/** Node reads header bytes as Latin-1, while apps send names in UTF-8. */
function decoded(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
}

function plainName(text: string): string {
  if (hasMarkPile(text)) return '';
  const plain = withoutDirectionMarks(text)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();
  return [...plain].slice(0, MAX_NAME).join('').trim();
}

function familyOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, MAX_HEADER) ?? '';
  const known = FAMILIES.find(([pattern]) => pattern.test(text))?.[1];
  return known ?? /^[A-Za-z][\w .-]{0,59}/.exec(text)?.[0].trim() ?? null;
}

/** The token by which a device names itself, whatever its form. */
export function deviceTokenOf({ 'x-diwan-device': token }: IncomingHttpHeaders): string | null {
  return typeof token === 'string' ? token : null;
}
