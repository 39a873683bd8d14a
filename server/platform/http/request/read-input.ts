import type { Call } from '../call.ts';
import type { Endpoint as EndpointOf } from '../endpoint.ts';
import { createUrlCache } from '../fast-path/url-cache.ts';
import { ignoredFields } from '../input/ignored-fields.ts';
import { parseInput, type RawInput } from '../input/validate.ts';
import { readJsonBody } from './body.ts';
import { isForOperators, unknownNames } from './query-names.ts';

type Endpoint = EndpointOf<unknown>;

export type InputReader = (call: Call) => RawInput | Promise<RawInput>;

/** Reads and checks the input of an endpoint; public endpoints that answer from memory or share answers check each URL once. */
export function inputReader(endpoint: Endpoint): InputReader {
  const { body: schema } = endpoint;
  if (schema !== undefined)
    return async (call) => {
      const body = await readJsonBody(call.req, call.res);
      // on refusals too: a misspelt field is often why another one is missing
      nameIgnored(call, 'X-Ignored-Fields', ignoredFields(schema, body));
      return parse(endpoint, call, body);
    };
  if (!isCachedByUrl(endpoint)) return (call) => parse(endpoint, call, undefined);
  const cached = createUrlCache<RawInput>();
  return (call) => cached(call.req.url, () => parse(endpoint, call, undefined));
}

function isCachedByUrl(endpoint: Endpoint): boolean {
  return (endpoint.pool === 'memory' || endpoint.isShared === true) && !isForOperators(endpoint);
}

/** @throws ApiError 400 `validation_error` */
function parse(endpoint: Endpoint, call: Call, body: unknown): RawInput {
  const { params, query } = call;
  const { ignored, faults } = unknownNames(endpoint, query);
  nameIgnored(call, 'X-Ignored-Parameters', ignored);
  return parseInput(endpoint, { params, query, body }, faults);
}

function nameIgnored({ res }: Call, header: string, names: readonly string[]): void {
  if (names.length > 0) res.locals.exchange.headers.setHeader(header, names.join(', '));
}
