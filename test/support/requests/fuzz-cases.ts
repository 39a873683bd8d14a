import fc, { type Arbitrary } from 'fast-check';
import { anyText } from './any-text.ts';
import { INJECTIONS } from './attacks.ts';

/** Requests made of an OpenAPI document: most nearly right, so that they get past the guards, and each with something odd. */

export interface FuzzCase {
  readonly method: string;
  /** The raw path of the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

export interface OpenOperation {
  readonly method: string;
  /** As in the document, `/api/v1/apps/{slug}`. */
  readonly path: string;
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly body: Schema | null;
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

export interface Credentials {
  /** Header sets that open something, by how often they are to be used. */
  readonly good: readonly Readonly<Record<string, string>>[];
}

const NUMBERS = ['0', '-1', '1.5', '1e3', '1e400', 'NaN', '0x10', '9007199254740993', '99999999999999999999', ' 1', '01', '١', '+1', ''];

/** Texts that are bad news somewhere; never too long for an address. */
const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...INJECTIONS, ...NUMBERS),
  anyText(20),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('\u0000', '\ud800', 'a\r\nb', '\u202e', 'e\u0301', 'x'.repeat(300), '\u0300'.repeat(100), '😀'.repeat(70)),
);

const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    5e-324,
    1e308,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [[]],
    [null],
    { $ne: null },
    { length: 1 },
    { toString: 1 },
  ),
  fc.constantFrom<unknown>(
    new Array(2_000).fill(1),
    'x'.repeat(50_000),
    'a\u0315\u0300'.repeat(5_000),
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
  ),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values that a field of that name takes, where its schema alone would not say. */
const KNOWN: Readonly<Record<string, Arbitrary<unknown>>> = {
  slug: fc.constantFrom('fuzz', 'fuzz', 'fuzz-2', 'fuzz_3', 'none'),
  flagKey: fc.constantFrom('flag', 'flag_2', 'Flag', 'new.flag', 'gone'),
  apps: fc.constantFrom(['fuzz'], ['fuzz', 'none'], null),
  packageName: fc.constant('com.example.fuzz'),
  versionName: fc.constantFrom('1.0.0', '1.2.3', '2.0.0-rc.1', '10.20.30'),
  minVersion: fc.constantFrom('1.0.0', '0.9.0', null),
  currentVersion: fc.constantFrom('1.0.0', '1.2.3', 'v1', '2.0.0-rc.1', '1.2.3+4'),
  storeUrl: fc.constantFrom('https://example.com/app', null),
  versionCode: fc.nat({ max: 1_000 }),
  phone: fc.constantFrom('+966500000001', '+966 50 000 0002', '00966500000003'),
  code: fc.constantFrom('123456', '0000'),
  username: fc.integer({ min: 0, max: 50 }).map((index) => `operator-${index}`),
  // mostly too weak: hashing the strong ones would take most of the run
  password: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('password', 'short', '12345678') },
    { weight: 1, arbitrary: fc.constant('a strong pass phrase') },
  ),
  email: fc.constantFrom('boss@example.com', null),
  eventId: fc.constantFrom('8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11', null),
  occurredAt: fc.constantFrom('2026-01-01T00:00:00Z', new Date(0).toISOString(), null),
  estimatedEnd: fc.constantFrom('2030-01-01T00:00:00Z', '2030-01-01T00:00:00+03:00', null),
  expiresAt: fc.constantFrom('2099-01-01T00:00:00.000Z', '2000-01-01T00:00:00Z', null),
  events: fc.array(fc.oneof(fc.record({ eventType: fc.constantFrom('open', 'close') }), fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 }),
  platform: fc.constantFrom('android', 'ios', 'both'),
};

function goodValue(name: string, schema: Schema): Arbitrary<unknown> {
  const known = KNOWN[name];
  if (known !== undefined) return known;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => goodValue(name, option)));
  return ofType(name, schema);
}

function ofType(name: string, schema: Schema): Arbitrary<unknown> {
  const types = [schema.type ?? []].flat();
  if (types.includes('integer') || types.includes('number')) {
    const min = Math.ceil(schema.minimum ?? 0);
    return fc.integer({ min, max: Math.min(schema.maximum ?? 50, min + 50) });
  }
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('array')) return fc.array(fieldValue(name, schema.items ?? {}), { maxLength: 4 });
  if (types.includes('object'))
    return schema.properties === undefined
      ? fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
      : objectOf(schema.properties);
  if (types.includes('null') && types.length === 1) return fc.constant(null);
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 30, 30) });
}

function fieldValue(name: string, schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: goodValue(name, schema) }, { weight: 1, arbitrary: hostileValue });
}

function objectOf(properties: Readonly<Record<string, Schema>>): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fc.option(fieldValue(name, schema), { nil: undefined, freq: 9 })]),
  );
  const extra = fc.option(
    fc.dictionary(fc.constantFrom('id', 'projectId', 'role', 'status', '__proto__', 'constructor', 'createdAt'), hostileValue, {
      maxKeys: 3,
    }),
    { nil: {}, freq: 1 },
  );
  return fc.tuple(fc.record(fields), extra).map(([known, more]) => ({ ...more, ...known }));
}

/** A body as bytes, now and then broken on the way. */
function bodyOf(schema: Schema | null): Arbitrary<{ body: string | Buffer | undefined; type: string | undefined }> {
  const json = 'application/json';
  const good = (schema === null ? fc.jsonValue() : goodValue('', schema)).map((value) => ({ body: JSON.stringify(value), type: json }));
  const broken = fc.oneof(
    good.map(({ body }) => ({ body: body.slice(0, -1), type: json })),
    hostileValue.map((value) => ({ body: JSON.stringify(value) ?? '', type: json })),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ body: Buffer.from(bytes), type: json })),
    fc
      .constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', '')
      .chain((type) => good.map(({ body }) => ({ body, type }))),
    fc.constantFrom(
      { body: undefined, type: undefined },
      { body: undefined, type: json },
      { body: '['.repeat(5_000), type: json },
      { body: `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, type: json },
      { body: 'x'.repeat(270_000), type: json },
    ),
  );
  return fc.oneof(
    { weight: schema === null ? 0 : 10, arbitrary: good },
    { weight: 1, arbitrary: broken },
    { weight: schema === null ? 9 : 0, arbitrary: fc.constant({ body: undefined, type: undefined }) },
  );
}

function headersOf({ good }: Credentials): Arbitrary<Record<string, string>> {
  const odd = hostileText.map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 200));
  const maybe = (freq: number, arbitrary: Arbitrary<string>): Arbitrary<string | undefined> =>
    fc
      .option(arbitrary, { nil: undefined, freq: 1 })
      .chain((value) => fc.nat({ max: freq }).map((roll) => (roll === 0 ? value : undefined)));
  return fc
    .tuple(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...good) },
        { weight: 1, arbitrary: odd.map((key) => ({ 'X-Api-Key': key })) },
        { weight: 1, arbitrary: odd.map((token) => ({ Authorization: `Bearer ${token}` })) },
      ),
      maybe(8, fc.oneof(fc.constantFrom('11', '12', '999999'), odd)),
      maybe(5, fc.oneof(fc.constantFrom('*', '"x"', 'W/"x", "y"'), odd)),
      maybe(5, odd),
    )
    .map(
      ([credentials, project, etag, id]) =>
        JSON.parse(JSON.stringify({ ...credentials, 'X-Project-ID': project, 'If-None-Match': etag, 'X-Request-Id': id })) as Record<
          string,
          string
        >,
    );
}

/** One coded piece of an address; sometimes raw, as long as a client can send it. */
function piece(value: Arbitrary<unknown>): Arbitrary<string> {
  const text = value.map((it) => (typeof it === 'object' ? JSON.stringify(it) : String(it)).replace(/\p{Cs}/gu, '').slice(0, 200));
  return fc.oneof(
    { weight: 20, arbitrary: text.map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%ff', '%00', '%2e%2e', '..%2f..', '%u0041', 'a%0d%0ab', '*', ';x=1', '%C0%AF') },
  );
}

function queryOf(parameters: OpenOperation['parameters']): Arbitrary<string> {
  const known = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) =>
      piece(fc.oneof({ weight: 4, arbitrary: goodValue(name, schema) }, { weight: 1, arbitrary: hostileText })).map(
        (text) => `${name}=${text}`,
      ),
    );
  const odd = fc.constantFrom(
    'page=1&page=2',
    'days=1&days=2',
    '__proto__=1',
    'a[b]=1',
    '%ff=%',
    'platform',
    'sort=id;drop',
    '&&',
    'x='.repeat(500),
  );
  return fc
    .tuple(fc.subarray(known), fc.option(odd, { nil: null, freq: 1 }))
    .chain(([chosen, extra]) => fc.tuple(...chosen).map((texts) => [...texts, ...(extra === null ? [] : [extra])].join('&')));
}

function caseOf(operation: OpenOperation, credentials: Credentials): Arbitrary<FuzzCase> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const schemaOf = (name: string): Schema =>
    operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema ?? {};
  const values = fc.tuple(
    ...names.map((name) =>
      piece(fc.oneof({ weight: 9, arbitrary: goodValue(name, schemaOf(name)) }, { weight: 1, arbitrary: hostileText })),
    ),
  );
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant(operation.method.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS', 'TRACE') },
  );
  return fc
    .tuple(method, values, queryOf(operation.parameters), headersOf(credentials), bodyOf(operation.body))
    .map(([verb, texts, query, headers, { body, type }]) => ({
      method: verb,
      path:
        names.reduce((path, name, index) => path.replace(`{${name}}`, () => texts[index] ?? ''), operation.path) +
        (query === '' ? '' : `?${query}`),
      headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
      body,
    }));
}

/** Requests to any of the operations. To build it takes as long as to make a hundred samples. */
export function requestsTo(operations: readonly OpenOperation[], credentials: Credentials): Arbitrary<FuzzCase> {
  return fc.oneof(...operations.map((operation) => caseOf(operation, credentials)));
}

/** `count` of the requests; the same seed makes the same ones. */
export function sampleCases(requests: Arbitrary<FuzzCase>, { seed, count }: { seed: number; count: number }): FuzzCase[] {
  return fc.sample(requests, { seed, numRuns: count });
}
