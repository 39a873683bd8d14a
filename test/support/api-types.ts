import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { buildOpenApi } from '../../server/platform/openapi/document.ts';
import type { OpenApiDocument, Operation } from '../../server/platform/openapi/types.ts';
import { appsService } from '../../server/routes/apps/index.ts';
import { authServices } from '../../server/routes/auth/index.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';
import { platformAdminService } from '../../server/routes/platform-admin/index.ts';

export const API_TYPES_FILE = path.join(import.meta.dirname, '../../cli/http/api-types.ts');

const HEAD = '// Made of the OpenAPI document by `npm run api-types`; a test compares it with what the server says now. Do not edit.\n\n';

/** The types of the whole API as TypeScript, as the CLI's client is typed by. */
export async function generateApiTypes(): Promise<string> {
  const document = buildOpenApi([appsService, feedbackService, ...authServices, platformAdminService], { version: '0' });
  const nodes = await openapiTS(trimmed(document) as never, { alphabetize: true, emptyObjectsUnknown: true });
  return HEAD + astToString(nodes);
}

/** Without what the client has no use for: the many refusals, which are all of one shape, and what phones alone call. */
function trimmed({ paths, components, ...rest }: OpenApiDocument): object {
  const kept = Object.entries(paths).filter(
    ([address]) => !/^\/api\/v[12]\/auth\/(?!auth\/|admin\/)/.test(address) && !address.startsWith('/api/v1/auth/admin/'),
  );
  const bare = kept.map(([address, item]) => [
    address,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, { ...operation, responses: successesOf(operation as Operation) }]),
    ),
  ]);
  const { responses: _, ...parts } = components;
  return { ...rest, paths: Object.fromEntries(bare), components: parts };
}

function successesOf({ responses }: Operation): object {
  const error = { description: 'Refused.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  return { ...Object.fromEntries(Object.entries(responses).filter(([status]) => status < '400')), default: error };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(API_TYPES_FILE, await generateApiTypes());
