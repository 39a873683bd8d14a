import type { Endpoint, Service } from '../http/endpoint.ts';
import { EVENT_HEADING, webhookItems } from './event-schema.ts';
import { type DocumentParts, describeEndpoint, fullPath } from './operation.ts';
import { OPS_TAG, opsPaths } from './ops-endpoints.ts';
import { type DescribedPage, PAGE_TAG, pagePaths } from './pages.ts';
import { errorBody, HEADERS, PARAMETERS, SECURITY_SCHEMES } from './shared-parts.ts';
import { headingOf, tagsOf } from './tags.ts';
import type { Components, KnownErrors, OpenApiDocument, OpenApiExamples, Operation, PathItem } from './types.ts';

const DESCRIPTION = `**Errors** have one body everywhere (\`ErrorBody\`). \`code\` is stable and made for programs: \`/errors.json\` lists every code with a
text for people in English and Arabic and what a client should do. 400 lists every fault of the input in \`errors\`.

**Project.** A request belongs to the project of its \`X-Project-ID\` header, else to that of its token, else to the default one.
On every endpoint, also on those without a project, the header must be one positive whole number and must not differ from the
project of a token sent with it.

**Requests.** Every answer has an \`X-Request-Id\`; one that you send (letters, digits, \`.\`, \`_\`, \`-\`, at most 128) is kept.
Every answer names the version of the server in \`X-Diwan-Version\`.
Unknown fields of a body are dropped and named in \`X-Ignored-Fields\`. An administrative write refuses query parameters that it does not have;
an administrative read drops them and names them in \`X-Ignored-Parameters\`. Numbers of a path or a query are plain decimal digits. Every GET endpoint also answers HEAD.

**Limits** are shown in \`RateLimit\` and \`RateLimit-Policy\` (IETF draft 8), \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`;
429 and 503 say in \`Retry-After\` when to retry.`;

const EVENT_TAG = { name: EVENT_HEADING, description: 'The events that leave the server, as their receivers get them.' };

export interface About {
  readonly version: string;
  /** Every code of an error body. */
  readonly errors: KnownErrors;
  /** Examples by operation; none when not given. */
  readonly examples?: OpenApiExamples;
  /** The pages for the users of apps; none when not given. */
  readonly pages?: readonly DescribedPage[];
}

/**
 * The OpenAPI 3.1 document of the server, derived from the endpoints of its services.
 * @throws Error when endpoints are inconsistent: an operation twice, a parameter that the path does not have, one component name for two
 *   schemas, a link to a missing component, or a refusal with an unknown code.
 */
export function buildOpenApi(services: readonly Service[], { version, errors, examples = {}, pages = [] }: About): OpenApiDocument {
  const parts: DocumentParts = {
    schemas: new Map([['ErrorBody', errorBody(errors)]]),
    linked: new Set(),
    responses: new Map(),
    errors,
    examples,
  };
  const paths = { ...pathsOf(services, parts), ...pagePaths(pages), ...opsPaths(examples) };
  requireUnique(Object.values(paths).flatMap((item) => Object.values(item)));
  requireLinked(parts);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Diwan API',
      version,
      summary: 'Phone auth, feedback and app management',
      description: DESCRIPTION,
      contact: { name: 'The Diwan project' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: [...tagsOf(services), ...(pages.length === 0 ? [] : [PAGE_TAG]), OPS_TAG, EVENT_TAG],
    paths,
    webhooks: webhookItems(),
    components: {
      schemas: sortedByName(parts.schemas),
      responses: sortedByName(parts.responses),
      parameters: usedParameters(paths),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function pathsOf(services: readonly Service[], parts: DocumentParts): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const service of services.filter(({ copyOf }) => copyOf === undefined)) {
    const copies = services.filter(({ copyOf }) => copyOf === service.prefix).map(({ prefix }) => prefix);
    for (const endpoint of service.endpoints) addEndpoint(paths, { endpoint, service, copies }, parts);
  }
  return paths;
}

function addEndpoint(
  paths: Record<string, PathItem>,
  { endpoint, service, copies }: { endpoint: Endpoint; service: Service; copies: readonly string[] },
  parts: DocumentParts,
): void {
  const path = fullPath(endpoint, service).replaceAll(/:(\w+)/g, '{$1}');
  const item = paths[path] ?? {};
  if (item[endpoint.method] !== undefined) throw new Error(`${endpoint.method} ${path} is declared twice`);
  paths[path] = {
    ...item,
    [endpoint.method]: describeEndpoint(endpoint, { service, copies, tag: headingOf(endpoint, service).name }, parts),
  };
}

function requireUnique(operations: readonly Operation[]): void {
  const seen = new Set<string>();
  for (const { operationId } of operations) {
    if (seen.has(operationId)) throw new Error(`two operations would be named ${operationId}`);
    seen.add(operationId);
  }
}

function usedParameters(paths: object): Components['parameters'] {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(PARAMETERS).filter(([name]) => text.includes(`"#/components/parameters/${name}"`)));
}

function requireLinked({ schemas, linked }: DocumentParts): void {
  for (const name of linked) {
    if (!schemas.has(name)) throw new Error(`a link points at ${name}, but no endpoint has a schema with that id`);
  }
}

function sortedByName<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
