import type { Row, Service } from '../http/endpoint.ts';
import { type DocumentParts, describeRow, fullPath } from './operation.ts';
import { OPS_TAG, opsPaths } from './ops-endpoints.ts';
import { ERROR_SCHEMA, HEADERS, PARAMETERS, SECURITY_SCHEMES } from './shared-parts.ts';
import { tagOf, tagsOf } from './tags.ts';
import type { OpenApiDocument, Operation, PathItem } from './types.ts';

const DESCRIPTION = `**Errors** have one body everywhere (\`Error\`). \`code\` is stable and made for programs; 400 lists every fault of the
input in \`errors\`.

**Project.** A request belongs to the project of its \`X-Project-ID\` header, else to that of its token, else to the default one.
The header must be one positive whole number and must not differ from the project of a token sent along, on every endpoint,
those without a project too.

**Requests.** Every answer carries \`X-Request-Id\`; one that you send (letters, digits, \`.\`, \`_\`, \`-\`, at most 128) is kept.
Unknown fields of a body are dropped. Numbers of a path or a query are plain decimal digits. HEAD goes wherever GET goes.

**Limits** are told by \`RateLimit\` and \`RateLimit-Policy\` (IETF draft 8), \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`;
429 and 503 say in \`Retry-After\` when to come back.`;

/**
 * The OpenAPI 3.1 document of the server, derived from the rows of its services.
 * @throws Error when rows contradict each other or themselves: an operation twice, a parameter that the path does not have, one
 *   component name for two schemas, a link to no component.
 */
export function buildOpenApi(services: readonly Service[], about: { version: string }): OpenApiDocument {
  const parts: DocumentParts = { schemas: new Map([['Error', ERROR_SCHEMA]]), linked: new Set(), responses: new Map() };
  const paths = { ...pathsOf(services, parts), ...opsPaths() };
  requireUnique(Object.values(paths).flatMap((item) => Object.values(item)));
  requireLinked(parts);
  return {
    openapi: '3.1.0',
    info: { title: 'Diwan API', version: about.version, summary: 'Phone auth, feedback and app management', description: DESCRIPTION },
    servers: [{ url: './', description: 'The server that this document comes from' }],
    tags: [...tagsOf(services), OPS_TAG],
    paths,
    components: {
      schemas: sortedByName(parts.schemas),
      responses: sortedByName(parts.responses),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function pathsOf(services: readonly Service[], parts: DocumentParts): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const service of services) {
    for (const row of service.rows) addRow(paths, { row, service }, parts);
  }
  return paths;
}

function addRow(paths: Record<string, PathItem>, { row, service }: { row: Row; service: Service }, parts: DocumentParts): void {
  const path = fullPath(row, service).replaceAll(/:(\w+)/g, '{$1}');
  const item = paths[path] ?? {};
  if (item[row.method] !== undefined) throw new Error(`${row.method} ${path} is there twice`);
  paths[path] = { ...item, [row.method]: describeRow(row, { service, tag: tagOf(row, service) }, parts) };
}

function requireUnique(operations: readonly Operation[]): void {
  const seen = new Set<string>();
  for (const { operationId } of operations) {
    if (seen.has(operationId)) throw new Error(`two operations would be named ${operationId}`);
    seen.add(operationId);
  }
}

function requireLinked({ schemas, linked }: DocumentParts): void {
  for (const name of linked) {
    if (!schemas.has(name)) throw new Error(`a link points at ${name}, but no schema with that id stands in a row`);
  }
}

function sortedByName<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
