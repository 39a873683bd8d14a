import type { FromEnvironment } from '../../../config/messaging.ts';
import { accept, choice, pattern as matching, type Reading, refuse } from '../../../config/readers/readers.ts';
import { parseUrl } from '../../../config/readers/url.ts';
import { propertyOf } from '../../property-of.ts';
import type { Channel } from '../channel.ts';
import type { OtpMessage } from '../message.ts';
import { type ProviderCall, ProviderClient, type SendOutcome } from '../provider-client.ts';
import { listOf, object, optional, recordOf, refusalsOf, refuseAt, type Shape, text, wholeNumber } from '../routes/shapes.ts';
import { codeText } from '../texts.ts';
import { fill, fillText, hasOnly, type Pattern, type PlaceholderValues, pattern, placeholdersIn, textPattern } from './placeholders.ts';
import { type ConnectOptions, providerType } from './provider-type.ts';

interface HttpGateway {
  readonly method: string;
  readonly url: string | FromEnvironment;
  readonly headers: ReadonlyMap<string, string>;
  readonly json: Pattern | undefined;
  readonly form: ReadonlyMap<string, string | FromEnvironment> | undefined;
  readonly success: Success;
}

interface Success {
  readonly status: readonly number[] | undefined;
  /** The property of the answer, its names joined by dots, that must equal a value. */
  readonly path: string | undefined;
  readonly equals: string | number | boolean | undefined;
}

const ANY_2XX: Success = { status: undefined, path: undefined, equals: undefined };

/** Those that describe the connection or the body are not for the operator to set. */
const OWN_HEADERS = /^(?:host|connection|content-length|transfer-encoding|expect|keep-alive|te|trailer|upgrade)$/i;
const headerName = matching(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'a name of a header');
const headerValue = matching(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'visible ASCII characters');

const settings: Shape<HttpGateway> = (value, place) => {
  const reading = object({
    method: optional(text(choice('POST', 'GET', 'PUT', 'PATCH')), 'POST'),
    url: address,
    headers: optional(recordOf(ownHeaderName, headerText), new Map<string, string>()),
    json: optional(pattern, undefined),
    form: optional(recordOf(formKey, textPattern), undefined),
    success: optional(success, ANY_2XX),
  })(value, place);
  if (!('value' in reading)) return reading;
  const faults = faultsOf(reading.value);
  return faults.length === 0 ? reading : refuse(...faults.flatMap((fault) => refusalsOf(refuseAt(place, fault))));
};

/** Your gateway, or a function of yours: a request that the settings describe. */
export const httpType = providerType<HttpGateway>({
  prose: 'sends SMS by one HTTP request that the settings describe, to a gateway or a function of yours',
  kind: 'sms',
  settings,
  sender: (gateway) => (usedBy(gateway).has('sender') ? { isRequired: true, read: anySender } : null),
  connect: httpChannel,
});

const anySender = matching(/^[^\p{Cc}]{1,64}$/u, '1 to 64 characters');
const formKey = (key: string): Reading<string> => (hasOnly(key, []) ? accept(key) : refuse('expected a key without placeholders'));
const ownHeaderName = (name: string): Reading<string> =>
  OWN_HEADERS.test(name) ? refuse('expected another header: this one is set by the server') : headerName(name, true);

const headerText: Shape<string> = (value, place) => {
  if (typeof value === 'string' && !hasOnly(value, [])) return refuseAt(place, 'expected a text without placeholders');
  return text(headerValue)(value, place);
};

/** The host is fixed: a placeholder may only be part of the path or the query. */
const address: Shape<string | FromEnvironment> = (value, place) => {
  const reading = textPattern(value, place);
  if (!('value' in reading)) return reading;
  const given = typeof reading.value === 'string' ? reading.value : (reading.value.text ?? '');
  const url = parseUrl(given.replaceAll(/\{\w+\}/g, '0'), ['http:', 'https:']);
  const isFixed = /^https?:\/\/[^/?#{}]+(?:[/?]|$)/i.test(given);
  if (url === null || !isFixed || url.username !== '' || url.password !== '' || given.includes('#'))
    return refuseAt(place, 'expected an http:// or https:// address without credentials or fragment, and a host without placeholders');
  if (url.protocol === 'http:' && !place.allowsPlainHttp) return refuseAt(place, 'expected an https:// address in production');
  return reading;
};

const scalar: Shape<string | number | boolean> = (value, place) => {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? accept(value) : refuseAt(place, 'expected a text, a number, true or false');
};

const success: Shape<Success> = (value, place) => {
  const reading = object({
    status: optional(listOf(wholeNumber(200, 299), 20), undefined),
    path: optional(text(matching(/^[\w-]+(?:\.[\w-]+){0,9}$/, 'names joined by dots, such as data.0.status')), undefined),
    equals: optional(scalar, undefined),
  })(value, place);
  if (!('value' in reading)) return reading;
  const { path, equals } = reading.value;
  return (path === undefined) === (equals === undefined) ? reading : refuseAt(place, 'expected path and equals, or neither');
};

function faultsOf(gateway: HttpGateway): string[] {
  const { method, json, form } = gateway;
  const used = usedBy(gateway);
  const faults: [boolean, string][] = [
    [json !== undefined && form !== undefined, 'expected json or form, not both'],
    [method === 'GET' && (json !== undefined || form !== undefined), 'expected neither json nor form with the method GET'],
    [!used.has('phone') && !used.has('digits'), 'expected {phone} or {digits} in url, json or form'],
    [!used.has('text') && !used.has('code'), 'expected {text} or {code} in url, json or form'],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault]) => fault);
}

function usedBy({ url, json, form }: HttpGateway): ReadonlySet<string> {
  return placeholdersIn([url, json ?? null, ...(form?.values() ?? [])]);
}

function httpChannel(gateway: HttpGateway, { budgetSeconds }: ConnectOptions): Channel {
  const client = new ProviderClient(budgetSeconds);
  return { send: (message, sender) => client.send(callOf(gateway, message, sender)) };
}

function callOf(gateway: HttpGateway, message: OtpMessage, sender: string | null): ProviderCall {
  const { method, url, headers, json, form, success } = gateway;
  const values = valuesOf(message, sender);
  const filled = form === undefined ? [] : [...form].map(([key, each]): [string, string] => [key, fillText(each, values)]);
  const asJson = json === undefined ? null : JSON.stringify(fill(json, values));
  const asForm = form === undefined ? null : new URLSearchParams(filled).toString();
  const type = asForm === null ? 'application/json' : 'application/x-www-form-urlencoded';
  const { path, equals, status } = success;
  return {
    method,
    url: fillText(url, values, encodeURIComponent),
    headers: {
      accept: 'application/json',
      ...(method === 'GET' ? {} : { 'content-type': type }),
      ...Object.fromEntries([...headers].map(([name, each]) => [name.toLowerCase(), each])),
    },
    body: asJson ?? asForm,
    ...(status === undefined ? {} : { statuses: status }),
    readOutcome: path === undefined ? null : (answer) => outcomeOf(answer, path, equals),
  };
}

function valuesOf(message: OtpMessage, sender: string | null): PlaceholderValues {
  const { phone, code, language, ttlSeconds } = message;
  return { phone, digits: phone.slice(1), text: codeText(message), code, sender: sender ?? '', language, ttlSeconds: String(ttlSeconds) };
}

function outcomeOf(answer: unknown, path: string, equals: Success['equals']): SendOutcome {
  if (typeof answer !== 'object' || answer === null) return 'bad_answer';
  const found = path.split('.').reduce<unknown>((value, name) => ownPropertyOf(value, name), answer);
  return found === equals ? 'accepted' : 'not_sent';
}

function ownPropertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? propertyOf(value, name) : undefined;
}
