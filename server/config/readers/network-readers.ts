import { isIP } from 'node:net';
import Joi from 'joi';
import type { RateLimit } from '../types.ts';
import { accept, decimal, items, type Reader, refuse } from './readers.ts';
import { isDecodable, parseUrl } from './url.ts';

const MAX_PROXY_HOPS = 10;
const MAX_COUNT = 1_000_000_000;
/** A longer window would overflow a Node timer. */
const WEEK_SECONDS = 604_800;

export const hostName: Reader<string> = (text) => {
  const { error } = Joi.string().hostname().validate(text);
  return error === undefined ? accept(text) : refuse('expected a host name or an IP address to listen on');
};

/** `true` is refused: Express would then trust the first entry of X-Forwarded-For, which the client writes. */
export const proxyHops: Reader<number> = (text) => {
  const range = `expected the number of proxies in front, 0 to ${MAX_PROXY_HOPS}`;
  if (/^true$/i.test(text))
    return refuse(`true is refused, because any client could then invent its address and avoid every rate limit; ${range}`);
  const hops = decimal(text);
  return hops === null || hops > MAX_PROXY_HOPS ? refuse(range) : accept(hops);
};

/** `count/seconds`, or `off` (null). */
export const rateLimit: Reader<RateLimit> = (text) => {
  if (text === 'off') return accept(null);
  const [count, seconds, ...rest] = text.split('/').map(decimal);
  if (rest.length > 0 || !isBetween(count, 1, MAX_COUNT) || !isBetween(seconds, 1, WEEK_SECONDS)) {
    return refuse(`expected count/seconds (count from 1, seconds from 1 to ${WEEK_SECONDS}) such as 10/60, or off`);
  }
  return accept({ count, seconds });
};

/** A base address without credentials, query or fragment; trailing slashes are removed. */
export const apiUrl: Reader<string> = (text) => {
  const url = parseUrl(text, ['http:', 'https:']);
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    return refuse('expected an http:// or https:// address without credentials, query or fragment');
  }
  return accept(text.replace(/\/+$/, ''));
};

/** Origins as browsers send them, separated by commas, or `off`. */
export const webOrigins: Reader<readonly string[] | 'off'> = (text) => {
  if (text === 'off') return accept('off');
  const origins = items(text);
  if (origins.includes('*')) return refuse('* is refused, because any page could then use administration; expected origins, or off');
  if (origins.every((origin) => parseUrl(origin, ['http:', 'https:'])?.origin === origin)) return accept([...new Set(origins)]);
  return refuse('expected origins such as https://admin.example.com, separated by commas and without a path, or off');
};

/** Networks such as `10.20.0.0/16` or `fd00::/8`, separated by commas. */
export const networks: Reader<readonly string[]> = (text) => {
  const found = items(text);
  return found.length > 0 && found.every(isNetwork) ? accept(found) : refuse('expected networks such as 10.20.0.0/16, separated by commas');
};

function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const bits = decimal(prefix);
  const family = isIP(address);
  return rest.length === 0 && family !== 0 && !address.includes('%') && bits !== null && bits <= (family === 4 ? 32 : 128);
}

/** An address with one of these schemes (`smtp`) and a host; `forms` shows what is expected. */
export function serverUrl(schemes: readonly string[], forms: string): Reader<string> {
  return (text) => {
    const url = parseUrl(
      text,
      schemes.map((scheme) => `${scheme}:`),
    );
    return url === null || !isDecodable([url.username, url.password]) ? refuse(`expected ${forms}`) : accept(text);
  };
}

/** Addresses of RFC 9116, separated by commas; a plain e-mail address becomes a `mailto:`. */
export const contacts: Reader<readonly string[]> = (text) => {
  const found = items(text).flatMap((item) => contactUri(item) ?? []);
  if (found.length === items(text).length) return accept(found);
  return refuse('expected addresses that begin with mailto:, https:// or tel:, separated by commas');
};

function contactUri(text: string): string | null {
  const email = text.replace(/^mailto:/, '');
  if (Joi.string().email({ tlds: false, minDomainSegments: 1 }).validate(email).error === undefined) return `mailto:${email}`;
  const isPhone = /^tel:\+[\d-]{6,24}$/.test(text);
  return isPhone || parseUrl(text, ['https:']) !== null ? text : null;
}

function isBetween(value: number | null | undefined, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}
