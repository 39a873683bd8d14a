import { getCountries } from 'libphonenumber-js';
import { ConfigError } from '../../../config/config-error.ts';
import { FromEnvironment } from '../../../config/messaging.ts';
import { accept, pattern, type Reading, refuse } from '../../../config/readers/readers.ts';
import type { Config } from '../../../config/types.ts';
import type { Provider } from '../providers/provider-type.ts';
import { PROVIDER_TYPES } from '../providers/provider-types.ts';
import type { Route, RouteChannel } from './route.ts';
import {
  inside,
  isRecord,
  listOf,
  object,
  optional,
  type Place,
  recordOf,
  refusalsOf,
  refuseAt,
  type Shape,
  text,
  wholeNumber,
} from './shapes.ts';

/** The providers by name, and the routes in order. */
export interface Messaging {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly routes: readonly Route[];
}

const MAX_FALLBACK_SECONDS = 600;
const MAX_ROUTES = 1_000;
const MAX_CHANNELS = 10;
const MAX_PROJECT_ID = 2_147_483_647;

const providerName = pattern(/^[a-z\d_-]{1,40}$/, 'a name of 1 to 40 small letters, digits, - or _');
const countries: ReadonlySet<string> = new Set(getCountries());

type CheckedConfig = Pick<Config, 'env' | 'messaging'>;

/** @throws ConfigError with every fault of the document and its place in it */
export function readMessaging(config: CheckedConfig): Messaging {
  const reading = read(config);
  if ('value' in reading) return reading.value;
  throw new ConfigError(messagingFaults(config));
}

/** Every fault of the document and its place in it, for `readConfig`. */
export function messagingFaults(config: CheckedConfig): string[] {
  return refusalsOf(read(config)).map((fault) => `${config.messaging.source}: ${fault}`);
}

function read({ env, messaging: { source, document } }: CheckedConfig): Reading<Messaging> {
  const isProduction = env === 'production';
  return messaging(document, { path: '', isProduction, allowsPlainHttp: !isProduction || source === 'OTP_CHANNELS' });
}

const provider: Shape<Provider> = (value, place) => {
  if (!isRecord(value)) return refuseAt(place, 'expected an object');
  const { type, ...settings } = value;
  const row = typeof type === 'string' && Object.hasOwn(PROVIDER_TYPES, type) ? PROVIDER_TYPES[type] : undefined;
  if (row === undefined) return refuseAt(inside(place, 'type'), `expected one of ${Object.keys(PROVIDER_TYPES).join(', ')}`);
  return row.read(settings, place);
};

const country: Shape<string> = text((code) => (countries.has(code) ? accept(code) : refuse('expected the code of a country, such as SA')));

const match: Shape<Route['match']> = (value, place) => {
  const reading = object({
    projects: optional(listOf(wholeNumber(1, MAX_PROJECT_ID), 1_000), null),
    countries: optional(listOf(country, countries.size), null),
  })(value, place);
  const isEmpty = 'value' in reading && reading.value.projects === null && reading.value.countries === null;
  return isEmpty ? refuseAt(place, 'expected projects, countries or both') : reading;
};

const channel: Shape<RouteChannel> = object({
  provider: text(providerName),
  sender: optional(text(pattern(/^[^\p{Cc}]{1,64}$/u, '1 to 64 characters')), null),
});

const route: Shape<Route> = object({
  match: optional(match, null),
  channels: listOf(channel, MAX_CHANNELS),
  fallbackAfterSeconds: optional(wholeNumber(1, MAX_FALLBACK_SECONDS), null),
});

const parts = object({ providers: recordOf(providerName, provider), routes: listOf(route, MAX_ROUTES) });

const messaging: Shape<Messaging> = (value, place) => {
  const reading = parts(value, place);
  const refused = [...refusalsOf(reading), ...routeFaults(value, place)];
  return 'value' in reading && refused.length === 0 ? reading : refuse(...refused);
};

/** The faults between the parts: found in the raw document, so that they are listed beside all others. */
function routeFaults(document: unknown, place: Place): string[] {
  const { providers, routes } = isRecord(document) ? document : {};
  if (!isRecord(providers) || !Array.isArray(routes)) return [];
  return routes.flatMap((each: unknown, at) => {
    if (!isRecord(each)) return [];
    const here = inside(inside(place, 'routes'), at);
    return [...matchFaults(each, at === routes.length - 1, here), ...channelFaults(each['channels'], providers, inside(here, 'channels'))];
  });
}

/** The last route takes what no other does. A route before it without a match would hide those that follow. */
function matchFaults(route: Readonly<Record<string, unknown>>, isLast: boolean, place: Place): readonly string[] {
  if (isLast === (route['match'] === undefined)) return [];
  const expectation = isLast
    ? 'expected no match in the last route, which takes all other numbers'
    : 'expected a match, unless it is the last route';
  return refuseAt(inside(place, 'match'), expectation).refused;
}

function channelFaults(channels: unknown, providers: Readonly<Record<string, unknown>>, place: Place): string[] {
  if (!Array.isArray(channels)) return [];
  const names = channels.map((each: unknown) => (isRecord(each) ? textOf(each['provider']) : undefined));
  return channels.flatMap((each: unknown, at) => {
    const name = names[at];
    if (!isRecord(each) || name === undefined) return [];
    const here = inside(place, at);
    if (!Object.hasOwn(providers, name)) return refuseAt(inside(here, 'provider'), 'expected the name of one of the providers').refused;
    if (names.indexOf(name) < at) return refuseAt(inside(here, 'provider'), 'expected each provider once in a route').refused;
    return senderFaults(each['sender'], provider(providers[name], here), inside(here, 'sender'));
  });
}

function textOf(value: unknown): string | undefined {
  const given = value instanceof FromEnvironment ? value.text : value;
  return typeof given === 'string' ? given : undefined;
}

/** A provider with faults says nothing about its senders. */
function senderFaults(sender: unknown, owner: Reading<Provider>, place: Place): readonly string[] {
  if (!('value' in owner)) return [];
  const { sender: rule } = owner.value;
  if (sender === undefined) return rule?.isRequired === true ? refuseAt(place, 'required, because its provider uses {sender}').refused : [];
  return rule === null ? refuseAt(place, 'expected none: its provider uses no sender').refused : refusalsOf(text(rule.read)(sender, place));
}
